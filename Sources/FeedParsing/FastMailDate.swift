import FeedModel

/// The one shape that nearly all RSS dates have, read without taking the text apart: `Mon, 02 Jan 2006 15:04:05 +0100`.
enum FastMailDate {
    static func parse(_ text: String) -> Timestamp? {
        guard (29...31).contains(text.utf8.count) else { return nil }
        let bytes = Array(text.utf8)
        guard bytes[3] == 0x2C, bytes[4] == 0x20, bytes[7] == 0x20,
            bytes[11] == 0x20, bytes[16] == 0x20, bytes[19] == 0x3A, bytes[22] == 0x3A, bytes[25] == 0x20,
            let day = number(bytes, 5, 2), let month = month(bytes), let year = number(bytes, 12, 4),
            let hour = number(bytes, 17, 2), let minute = number(bytes, 20, 2),
            let second = number(bytes, 23, 2),
            let offset = offset(bytes)
        else { return nil }
        return Timestamp(
            date: CivilDate(year: year, month: month, day: day), hour: hour, minute: minute, second: second,
            offsetMinutes: offset)
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int? {
        var value = 0
        for byte in bytes[start..<start + count] {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }

    private static let months: [UInt32] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ].map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

    private static func month(_ bytes: [UInt8]) -> Int? {
        let key = bytes[8..<11].reduce(UInt32(0)) { $0 << 8 | UInt32($1 | 0x20) }
        return months.firstIndex(of: key).map { $0 + 1 }
    }

    private static func offset(_ bytes: [UInt8]) -> Int? {
        let zone = bytes[26...]
        if zone.elementsEqual("GMT".utf8) { return 0 }
        guard zone.count == 5, bytes[26] == 0x2B || bytes[26] == 0x2D, let digits = number(bytes, 27, 4),
            digits <= 1400, digits % 100 < 60
        else { return nil }
        let minutes = digits / 100 * 60 + digits % 100
        return bytes[26] == 0x2D ? -minutes : minutes
    }
}
