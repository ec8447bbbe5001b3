import FeedModel

/// What stands behind a date of ISO's kind: time, half of the day, zone.
struct DateTail {
    private let tokens: [DateToken]
    private var at: Int
    private let basicTime: (value: Int, digits: Int)?
    private let fallbackZone: Int

    init(_ tokens: [DateToken], at: Int, basicTime: (value: Int, digits: Int)?, fallbackZone: Int) {
        self.tokens = tokens
        self.at = at
        self.basicTime = basicTime
        self.fallbackZone = fallbackZone
    }

    private var here: DateToken? { at < tokens.count ? tokens[at] : nil }

    func finish(_ date: CivilDate) -> Timestamp? {
        var tail = self
        return tail.read(date)
    }

    private mutating func read(_ date: CivilDate) -> Timestamp? {
        var clock: ClockTime? = basicTime.flatMap { ClockTime(basic: $0.value, digits: $0.digits) }
        if basicTime != nil, clock == nil { return nil }
        var zone = fallbackZone
        if clock == nil {
            let isTimeDue = here?.word == "t"
            if isTimeDue || here?.isMark(",") == true || here?.isMark("-") == true && nextIsTime { at += 1 }
            if let word = here?.word, MonthNames.fillers.contains(word), token(1)?.number != nil { at += 1 }
            var half = DayHalf(here?.word)
            if half != nil {
                at += 1
                // Naver and its like: no zone, but Korean words.
                if fallbackZone == 0,
                    tokens[at - 1].word?.unicodeScalars.first.map({ $0.value > 0xAC00 }) == true
                {
                    zone = 540
                }
            }
            if let time = ClockTime(tokens, &at) {
                half = half ?? DayHalf(here?.word, &at)
                guard let adjusted = time.adjusted(half) else { return nil }
                clock = adjusted
            } else if isTimeDue, let hour = here?.number, here?.digits == 2 {
                clock = ClockTime(hour: hour)
                at += 1
            }
        }
        if at < tokens.count {
            guard clock != nil || isZoneAlone, let found = ZoneNames.offset(tokens[at...]) else { return nil }
            zone = found
        }
        return (clock ?? ClockTime()).moment(date, zone: zone)
    }

    /// Whether what stands behind a date without a time is a zone and not a time that cannot be read.
    private var isZoneAlone: Bool {
        guard tokens[at - 1].number != nil || tokens[at - 1].isMark(".") else { return false }
        return here?.word.map(ZoneNames.isKnown) ?? true
    }

    private func token(_ ahead: Int) -> DateToken? {
        at + ahead < tokens.count ? tokens[at + ahead] : nil
    }

    private var nextIsTime: Bool {
        at + 2 < tokens.count && tokens[at + 1].number != nil && tokens[at + 2].isMark(":")
    }
}
