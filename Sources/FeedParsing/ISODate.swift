import FeedModel

/// Dates that begin with the year: ISO 8601 extended, basic and ordinal, W3CDTF in every precision, and the local
/// spellings that put the year first.
struct ISODate {
    private let tokens: [DateToken]
    private var at = 0
    /// Korean dates without a zone are meant in Seoul's.
    private var fallbackZone = 0

    init(_ tokens: [DateToken]) {
        self.tokens = tokens
    }

    private var here: DateToken? { at < tokens.count ? tokens[at] : nil }

    private func token(_ ahead: Int) -> DateToken? {
        at + ahead < tokens.count ? tokens[at + ahead] : nil
    }

    mutating func parse() -> Timestamp? {
        skipWeekday()
        guard let first = here, let date = week() ?? (first.digits > 4 ? basic(first) : extended()) else {
            return nil
        }
        return DateTail(tokens, at: at, basicTime: basicTime, fallbackZone: fallbackZone).finish(date)
    }

    /// Hours and minutes that were glued to a date of digits alone.
    private var basicTime: (value: Int, digits: Int)?

    private mutating func skipWeekday() {
        guard here?.word != nil, MonthNames.month(of: here?.word ?? "") == nil else { return }
        at += 1
        if here?.isMark(",") == true || here?.isMark(".") == true { at += 1 }
    }

    /// `2003-W01-1`, `2003W011`, `2003-W01`: the first week is the one with the year's first Thursday.
    private mutating func week() -> CivilDate? {
        guard let year = here?.number, here?.digits == 4 else { return nil }
        let sign = token(1)?.isMark("-") == true ? 2 : 1
        guard token(sign)?.word == "w", let number = token(sign + 1)?.number else { return nil }
        var (week, day) = (number, 1)
        var length = sign + 2
        switch token(sign + 1)?.digits {
        case 3: (week, day) = (number / 10, number % 10)
        case 2:
            if token(length)?.isMark("-") == true, token(length + 1)?.digits == 1 {
                day = token(length + 1)?.number ?? 0
                length += 2
            }
        default: return nil
        }
        guard (1...53).contains(week), (1...7).contains(day) else { return nil }
        at += length
        let fourth = CivilDate(year: year, month: 1, day: 4).daysSince1970
        // 1970 began on a Thursday.
        let monday = fourth - ((fourth + 3) % 7 + 7) % 7
        return CivilDate(daysSince1970: monday + (week - 1) * 7 + day - 1)
    }

    /// `20031231`, `031231`, `20031231101455`, `2003335`.
    private mutating func basic(_ token: DateToken) -> CivilDate? {
        guard let value = token.number else { return nil }
        at += 1
        switch token.digits {
        case 6:
            guard
                let year = FeedDate.year(DateToken(kind: .number(value / 10_000, digits: 2), isSpaced: false))
            else { return nil }
            return CivilDate(year: year, month: value / 100 % 100, day: value % 100)
        case 7: return ordinal(year: value / 1000, day: value % 1000)
        case 8: return CivilDate(year: value / 10_000, month: value / 100 % 100, day: value % 100)
        case 12, 14:
            let digits = token.digits - 8
            let scale = digits == 4 ? 10_000 : 1_000_000
            basicTime = (value % scale, digits)
            let date = value / scale
            return CivilDate(year: date / 10_000, month: date / 100 % 100, day: date % 100)
        default: return nil
        }
    }

    private func ordinal(year: Int, day: Int) -> CivilDate? {
        let isLeap = CivilDate.days(inMonth: 2, of: year) == 29
        guard (1...(isLeap ? 366 : 365)).contains(day) else { return nil }
        return CivilDate(daysSince1970: CivilDate(year: year, month: 1, day: 1).daysSince1970 + day - 1)
    }

    private mutating func extended() -> CivilDate? {
        guard let year = here?.number, here?.digits == 4 else { return nil }
        at += 1
        skipSeparator()
        guard let second = here, !second.isMark(":") else {
            return at == tokens.count ? CivilDate(year: year, month: 1, day: 1) : nil
        }
        if let name = second.word {
            guard let month = MonthNames.month(of: name) else { return nil }
            at += 1
            skipSeparator()
            return day(year, month)
        }
        guard let number = second.number else { return nil }
        at += 1
        if second.digits == 3, token(0)?.isMark("-") != true { return ordinal(year: year, day: number) }
        guard second.digits <= 3, (1...12).contains(number) else { return nil }
        skipSeparator()
        return day(year, number)
    }

    /// The day, else the first of the month where the text ends there.
    private mutating func day(_ year: Int, _ month: Int) -> CivilDate? {
        guard let token = here else { return CivilDate(year: year, month: month, day: 1) }
        guard let day = token.number, token.digits <= 2 else { return nil }
        at += 1
        if here?.word == "일" || here?.word == "日" { at += 1 }
        return CivilDate(year: year, month: month, day: day)
    }

    /// `-`, `/`, `.`, and the Korean and Japanese words for year and month.
    private mutating func skipSeparator() {
        if let word = here?.word, ["년", "월", "年", "月"].contains(word) {
            if word == "년" { fallbackZone = 540 }
            at += 1
        } else if here?.isMark("-") == true || here?.isMark("/") == true || here?.isMark(".") == true {
            at += 1
        }
    }
}
