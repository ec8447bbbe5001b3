import FeedModel

/// The half of the day of a 12-hour clock.
enum DayHalf {
    case am
    case pm

    init?(_ word: String?) {
        switch word {
        case "am", "a", "오전", "上午", "午前": self = .am
        case "pm", "p", "오후", "下午", "午後": self = .pm
        default: return nil
        }
    }

    /// Reads a half that stands before its time, where `a` and `p` mean something else.
    init?(before word: String?) {
        guard word != "a", word != "p" else { return nil }
        self.init(word)
    }

    /// Reads the half at the cursor and passes it.
    init?(_ word: String?, _ at: inout Int) {
        guard let half = DayHalf(word) else { return nil }
        self = half
        at += 1
    }
}

/// A time of day as written.
struct ClockTime {
    var hour = 0
    var minute = 0
    var second = 0
    var millisecond = 0

    init() {}

    init(hour: Int) { self.hour = hour }

    /// `1014`, `101455`.
    init?(basic value: Int, digits: Int) {
        switch digits {
        case 4: (hour, minute) = (value / 100, value % 100)
        case 6: (hour, minute, second) = (value / 10_000, value / 100 % 100, value % 100)
        default: return nil
        }
    }

    /// Reads `h:mm`, `h:mm:ss`, with a fraction, or digits alone at the cursor, and passes them.
    init?(_ tokens: [DateToken], _ at: inout Int) {
        guard at < tokens.count, let first = tokens[at].number else { return nil }
        var next = at + 1
        func mark(_ mark: Character) -> Bool { next < tokens.count && tokens[next].isMark(mark) }
        func number() -> Int? { next + 1 < tokens.count ? tokens[next + 1].number : nil }
        if mark(":"), let minute = number() {
            guard tokens[at].digits <= 2, tokens[next + 1].digits <= 2 else { return nil }
            (hour, self.minute) = (first, minute)
            next += 2
            if mark(":"), let second = number() {
                guard tokens[next + 1].digits <= 2 else { return nil }
                self.second = second
                next += 2
            }
        } else if tokens[at].digits <= 2, next < tokens.count, DayHalf(tokens[next].word) != nil {
            hour = first
        } else if let basic = ClockTime(basic: first, digits: tokens[at].digits) {
            self = basic
        } else {
            return nil
        }
        let isColonFine = next > at + 4 && number() != nil && tokens[next + 1].digits == 3
        if mark(".") || mark(",") || mark(":") && isColonFine, let fraction = number() {
            millisecond = Self.milliseconds(fraction, digits: tokens[next + 1].digits)
            next += 2
            while mark("."), number() != nil { next += 2 }
        }
        at = next
    }

    private static func milliseconds(_ fraction: Int, digits: Int) -> Int {
        var value = fraction
        for _ in 0..<max(0, digits - 3) { value /= 10 }
        for _ in 0..<max(0, 3 - digits) { value *= 10 }
        return min(value, 999)
    }

    /// The time on a 24-hour clock; nil for hour 0 or 13 on a 12-hour one with a half that contradicts it.
    func adjusted(_ half: DayHalf?) -> ClockTime? {
        guard let half else { return self }
        var time = self
        switch half {
        case .am: if hour == 12 { time.hour = 0 }
        case .pm: if hour < 12 { time.hour += 12 }
        }
        return time
    }

    func moment(_ date: CivilDate, zone: Int) -> Timestamp? {
        Timestamp(
            date: date, hour: hour, minute: minute, second: second, millisecond: millisecond,
            offsetMinutes: zone)
    }
}
