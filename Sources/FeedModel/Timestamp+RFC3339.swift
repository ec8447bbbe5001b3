/// A date of the proleptic Gregorian calendar.
public struct CivilDate: Hashable, Sendable {
    public var year: Int
    /// 1 to 12.
    public var month: Int
    /// 1 to 31.
    public var day: Int

    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The number of days since 1970-01-01.
    public var daysSince1970: Int {
        let year = month <= 2 ? self.year - 1 : self.year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    public init(daysSince1970 days: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The number of days in a month of this calendar, 28 to 31.
    public static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Timestamp {
    /// A moment from its parts in UTC; nil when a part lies outside its range (30 February, hour 25, second 61).
    ///
    /// Hour 24 with zero minutes and seconds is the next midnight; second 60 is the next second (RFC 3339 §5.7).
    public init?(
        date: CivilDate, hour: Int = 0, minute: Int = 0, second: Int = 0, millisecond: Int = 0,
        offsetMinutes: Int = 0
    ) {
        guard (0...9999).contains(date.year), (1...12).contains(date.month), date.day >= 1,
            date.day <= CivilDate.days(inMonth: date.month, of: date.year),
            (0...23).contains(hour) || (hour == 24 && minute == 0 && second == 0),
            (0...59).contains(minute), (0...60).contains(second), (-1440...1440).contains(offsetMinutes)
        else { return nil }
        let minutes = (date.daysSince1970 * 24 + hour) * 60 + minute - offsetMinutes
        self.init(milliseconds: Int64(minutes * 60 + second) * 1000 + Int64(millisecond))
    }

    /// RFC 3339 in UTC, whole seconds: `2026-11-30T12:34:56Z`.
    public var rfc3339: String {
        let seconds = Int(self.seconds)
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let date = CivilDate(daysSince1970: days)
        let rest = seconds - days * 86_400
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let year = String(date.year)
        let padded = year.count < 4 ? String(repeating: "0", count: 4 - year.count) + year : year
        return
            "\(padded)-\(two(date.month))-\(two(date.day))T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
    }

    /// Reads RFC 3339 as this program writes it: date, `T`, time, optional fraction, `Z` or a numeric offset.
    public init?(rfc3339 text: some StringProtocol) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[range] {
                guard (48...57).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 48)
            }
            return value
        }
        guard bytes.count >= 20, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] | 0x20 == 0x74,
            bytes[13] == 0x3A,
            bytes[16] == 0x3A, let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19)
        else { return nil }
        var next = 19
        var millisecond = 0
        if bytes[next] == 0x2E {
            next += 1
            let start = next
            while next < bytes.count, (48...57).contains(bytes[next]) { next += 1 }
            guard next > start else { return nil }
            for place in 0..<3 {
                millisecond = millisecond * 10 + (start + place < next ? Int(bytes[start + place] - 48) : 0)
            }
        }
        guard let offset = Self.offset(bytes[next...]) else { return nil }
        self.init(
            date: CivilDate(year: year, month: month, day: day), hour: hour, minute: minute, second: second,
            millisecond: millisecond, offsetMinutes: offset)
    }

    private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
        if bytes.count == 1, let only = bytes.first, only | 0x20 == 0x7A { return 0 }
        let text = Array(bytes)
        guard text.count == 6, text[0] == 0x2B || text[0] == 0x2D, text[3] == 0x3A else { return nil }
        let digits = [text[1], text[2], text[4], text[5]].map { Int($0) - 48 }
        guard digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
        let minutes = (digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3]
        return text[0] == 0x2D ? -minutes : minutes
    }
}
