import FeedModel

/// Dates in every other order: finds the time by its colons, the month by its name, and takes the numbers left over for
/// day and year.
struct LooseDate {
    private let tokens: [DateToken]
    private var clock: ClockTime?
    private var zone = 0
    /// Tokens of the date alone.
    private var dateTokens: [DateToken] = []

    init(_ tokens: [DateToken]) {
        self.tokens = tokens
    }

    mutating func parse() -> Timestamp? {
        guard splitAtTime(), let date = date() else { return nil }
        return (clock ?? ClockTime()).moment(date, zone: zone)
    }

    /// Parts the tokens into the date and the time with its zone; false for a time that is none.
    private mutating func splitAtTime() -> Bool {
        guard let start = timeStart else {
            dateTokens = tokens
            return true
        }
        var at = start
        guard let time = ClockTime(tokens, &at) else { return false }
        let before = start > 0 ? DayHalf(before: tokens[start - 1].word) : nil
        let half = before ?? (at < tokens.count ? DayHalf(tokens[at].word, &at) : nil)
        guard let adjusted = time.adjusted(half) else { return false }
        clock = adjusted
        // "5 p.m."
        if at + 1 < tokens.count, tokens[at].isMark("."), tokens[at + 1].word == "m" { at += 2 }
        dateTokens = Array(tokens[..<start])
        if before != nil || dateTokens.last?.word == "t" { dateTokens.removeLast() }
        return readTail(tokens[at...])
    }

    /// The first number of the first `h:mm`, or a number before am or pm.
    private var timeStart: Int? {
        for at in tokens.indices where tokens[at].number != nil && at + 1 < tokens.count {
            if tokens[at + 1].isMark(":"), at + 2 < tokens.count, tokens[at + 2].number != nil { return at }
            if let word = tokens[at + 1].word, word == "am" || word == "pm", tokens[at].digits <= 2 {
                return at
            }
        }
        return nil
    }

    /// What stands behind the time: zone and, after asctime, the year or the whole date, in either order.
    private mutating func readTail(_ tail: ArraySlice<DateToken>) -> Bool {
        var zoneTokens: [DateToken] = []
        var rest = tail
        while let token = rest.popFirst() {
            let afterSign = zoneTokens.last.map { $0.isMark("+") || $0.isMark("-") } ?? false
            let afterColon = zoneTokens.last?.isMark(":") ?? false
            let isLast = rest.isEmpty
            if isLast, token.isEmptyZone || ZoneNames.isKnown(token.word ?? "") {
                zoneTokens.append(token)
            } else if token.number != nil, !afterSign, !afterColon {
                dateTokens.append(token)
            } else if let word = token.word, MonthNames.month(of: word) != nil, !ZoneNames.isKnown(word) {
                dateTokens.append(token)
            } else if token.isMark("/") || token.isMark(".") {
                if zoneTokens.isEmpty { dateTokens.append(token) } else { zoneTokens.append(token) }
            } else if token.isMark(","), zoneTokens.isEmpty || !rest.isEmpty {
                continue
            } else if let word = token.word, MonthNames.fillers.contains(word) {
                continue
            } else {
                zoneTokens.append(token)
            }
        }
        guard let offset = ZoneNames.offset(zoneTokens[...]) else { return false }
        zone = offset
        return true
    }

    private func date() -> CivilDate? {
        var numbers: [DateToken] = []
        var month: Int?
        var separators: Set<Character> = []
        for (index, token) in dateTokens.enumerated() {
            switch token.kind {
            case .number: numbers.append(token)
            case .mark(let mark):
                guard mark != "?", mark != ":", !isMinus(at: index) else { return nil }
                if !numbers.isEmpty { separators.insert(mark) }
            case .word(let word):
                if month == nil, Self.monthSigns.contains(word), let number = numbers.last?.number {
                    numbers.removeLast()
                    month = number
                } else if month == nil, let found = MonthNames.month(of: word) {
                    month = found
                } else if !isIgnorable(word, at: index, hasNumbers: !numbers.isEmpty) {
                    return nil
                }
            }
        }
        if let month { return named(month, numbers) }
        return numeric(numbers, separators)
    }

    /// Weekdays in any language stand before all numbers; zones without a time and fillers anywhere.
    private func isIgnorable(_ word: String, at index: Int, hasNumbers: Bool) -> Bool {
        !hasNumbers || MonthNames.fillers.contains(word) || ZoneNames.isKnown(word)
            || Self.weekdays.contains(word)
    }

    private static let weekdays: Set<String> = [
        "mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun", "monday", "tuesday",
        "wednesday",
        "thursday", "friday", "saturday", "sunday",
    ]

    private static let monthSigns: Set<String> = ["月", "월"]

    /// A number below nothing, which no day or year is.
    private func isMinus(at index: Int) -> Bool {
        dateTokens[index].isMark("-") && dateTokens[index].isSpaced && index + 1 < dateTokens.count
            && dateTokens[index + 1].number != nil && !dateTokens[index + 1].isSpaced
    }

    private func named(_ month: Int, _ numbers: [DateToken]) -> CivilDate? {
        guard numbers.count == 2 else {
            // "January 2006": before it stands no word that a day might have been.
            guard numbers.count == 1, numbers[0].digits == 4, let year = numbers[0].number, clock == nil,
                MonthNames.month(of: dateTokens.first?.word ?? "") != nil
            else { return nil }
            return CivilDate(year: year, month: month, day: 1)
        }
        let yearFirst = numbers[0].digits == 4
        let (day, year) = yearFirst ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
        guard day.digits <= 3, let dayNumber = day.number, let yearNumber = FeedDate.year(year) else {
            return nil
        }
        return CivilDate(year: yearNumber, month: month, day: dayNumber)
    }

    /// `23.10.2019`, `10/23/2019`, `23-10-2019`: points and dashes mean the day first, slashes the month.
    private func numeric(_ numbers: [DateToken], _ separators: Set<Character>) -> CivilDate? {
        guard numbers.count == 3, let first = numbers[0].number, let second = numbers[1].number,
            numbers[0].digits <= 2, numbers[1].digits <= 2, let year = FeedDate.year(numbers[2])
        else { return nil }
        // `03-12-31`: a year so far off in two digits is a day.
        if numbers[2].digits == 2, separators == ["-"], 2028...2031 ~= year,
            let yearFirst = FeedDate.year(numbers[0]),
            yearFirst < year
        {
            return CivilDate(year: yearFirst, month: second, day: year - 2000)
        }
        let monthFirst = separators.contains("/") && first <= 12
        return monthFirst
            ? CivilDate(year: year, month: first, day: second)
            : CivilDate(year: year, month: second, day: first)
    }
}
