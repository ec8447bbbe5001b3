/// Character references as the web reads them: 128 to 159 mean windows-1252, surrogate pairs one character.
enum CharacterReference {
    /// The reference between an ampersand and its semicolon; nil when it is no number.
    static func read(_ input: Span<UInt8>, _ start: Int, _ end: Int) -> EntityTable.Found? {
        guard let code = number(input, start + 2, end) else { return nil }
        let length = end + 1 - start
        if let pair = pair(input, code, end) {
            return EntityTable.Found(text: bytes(of: pair.code), length: length + pair.length, isFault: true)
        }
        let isAllowed = code >= 0x20 || [9, 10, 13].contains(code)
        return EntityTable.Found(
            text: bytes(of: code), length: length, isFault: !isAllowed || 0xD800...0xDFFF ~= code)
    }

    /// The one character of two references that are a surrogate pair, the first of which ends at that semicolon, and the
    /// length of the second; nil for all others.
    static func pair(_ input: Span<UInt8>, _ code: UInt32, _ end: Int) -> (code: UInt32, length: Int)? {
        guard (0xD800..<0xDC00).contains(code), let low = following(input, end + 1),
            (0xDC00..<0xE000).contains(low.code)
        else { return nil }
        return (0x10000 + (code - 0xD800) << 10 + (low.code - 0xDC00), low.length)
    }

    /// The character that a number means, nil for none (controls, U+FFFE).
    static func scalar(_ code: UInt32) -> Unicode.Scalar? {
        if (0x80...0x9F).contains(code) { return Unicode.Scalar(windows1252[Int(code - 0x80)]) }
        if code < 0x20, code != 9, code != 10, code != 13 { return nil }
        guard code != 0xFFFE, code != 0xFFFF else { return "\u{FFFD}" }
        return Unicode.Scalar(code) ?? "\u{FFFD}"
    }

    /// The number between two places, decimal or hexadecimal with an x; huge ones are held at the end of the range.
    static func number(_ input: Span<UInt8>, _ start: Int, _ end: Int) -> UInt32? {
        guard start < end else { return nil }
        let isHex = input[start] | 0x20 == 0x78
        var value: UInt32 = 0
        let first = isHex ? start + 1 : start
        guard first < end else { return nil }
        for at in first..<end {
            let byte = input[at]
            let digit: UInt32
            switch byte {
            case 0x30...0x39: digit = UInt32(byte) - 0x30
            case 0x41...0x46 where isHex, 0x61...0x66 where isHex: digit = UInt32(byte | 0x20) - 0x57
            default: return nil
            }
            value = min(value * (isHex ? 16 : 10) + digit, 0x11_0000)
        }
        return value
    }

    private static func following(_ input: Span<UInt8>, _ start: Int) -> (code: UInt32, length: Int)? {
        guard input.matches("&#", at: start),
            let end = input.index(of: 0x3B, from: start, to: min(start + 12, input.count)),
            let code = number(input, start + 2, end)
        else { return nil }
        return (code, end + 1 - start)
    }

    private static func bytes(of code: UInt32) -> [UInt8] {
        guard let scalar = scalar(code) else { return [] }
        switch scalar {
        case "<": return Array("&lt;".utf8)
        case "&": return Array("&amp;".utf8)
        case "\"": return Array("&quot;".utf8)
        default: return Array(String(scalar).utf8)
        }
    }

    /// The characters of windows-1252 from 0x80 on; where it has none, the control stays.
    private static let windows1252: [UInt16] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
        0x0152, 0x008D,
        0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122,
        0x0161, 0x203A,
        0x0153, 0x009D, 0x017E, 0x0178,
    ]
}
