/// Reads what a compact ``JSONWriter`` wrote, member by member, by asking for each in the order of the writing.
///
/// For what is read very often: nothing is made but the values asked for. It knows only the writer's own way; at
/// anything else it is ``isBroken``, gives no more values, and the text is left to ``JSONReader``.
public struct JSONCursor: Sendable {
    private let bytes: [UInt8]
    private let end: Int
    private var at: Int
    /// Whether something was not as the writer writes it; what was read so far counts for nothing then.
    public private(set) var isBroken = false

    /// Reads from a place on, up to another.
    public init(_ bytes: [UInt8], from start: Int = 0, to end: Int? = nil) {
        self.bytes = bytes
        self.end = min(end ?? bytes.count, bytes.count)
        at = start
    }

    public mutating func beginObject() { take(0x7B) }
    public mutating func endObject() { take(0x7D) }
    public mutating func beginArray() { take(0x5B) }
    public mutating func endArray() { take(0x5D) }

    /// Whether all was read.
    public var isAtEnd: Bool { at == end && !isBroken }

    /// Whether the open object or list ends here.
    public var isAtClose: Bool { at >= end || bytes[at] == 0x7D || bytes[at] == 0x5D }

    /// Whether the next member has this key, whose value is to be read then; else nothing is passed over.
    public mutating func isNext(_ key: StaticString) -> Bool {
        let place = at + (at < end && bytes[at] == 0x2C ? 1 : 0)
        let length = key.utf8CodeUnitCount
        guard !isBroken, place + length + 3 <= end, bytes[place] == 0x22, bytes[place + length + 1] == 0x22,
            bytes[place + length + 2] == 0x3A
        else { return false }
        for offset in 0..<length where unsafe bytes[place + 1 + offset] != key.utf8Start[offset] {
            return false
        }
        at = place + length + 3
        return true
    }

    /// Passes a comma, as before each item but the first.
    public mutating func nextItem() {
        if at < end, bytes[at] == 0x2C { at += 1 }
    }

    /// A key of any name.
    public mutating func key() -> String {
        nextItem()
        let key = string()
        take(0x3A)
        return key
    }

    /// A key of sixteen hexadecimal digits.
    public mutating func hexKey() -> UInt64 {
        nextItem()
        let key = hex()
        take(0x3A)
        return key
    }

    /// Whether the value is null, which is passed over then.
    public mutating func isNull() -> Bool {
        guard at + 4 <= end, bytes[at] == 0x6E, bytes[at + 1] == 0x75, bytes[at + 2] == 0x6C,
            bytes[at + 3] == 0x6C
        else { return false }
        at += 4
        return true
    }

    public mutating func bool() -> Bool {
        let word: [UInt8] =
            at < end && bytes[at] == 0x74 ? [0x74, 0x72, 0x75, 0x65] : [0x66, 0x61, 0x6C, 0x73, 0x65]
        for byte in word { take(byte) }
        return word.count == 4
    }

    public mutating func int() -> Int {
        let isNegative = at < end && bytes[at] == 0x2D
        if isNegative { at += 1 }
        let start = at
        var value = 0
        while at < end, bytes[at] >= 0x30, bytes[at] <= 0x39 {
            value = value &* 10 &+ Int(bytes[at] &- 0x30)
            at += 1
        }
        // 18 digits always fit; a fraction or an exponent is not the writer's.
        guard at > start, at - start <= 18, at == end || bytes[at] != 0x2E && bytes[at] | 0x20 != 0x65 else {
            return broken(0)
        }
        return isNegative ? -value : value
    }

    public mutating func double() -> Double {
        let start = at
        var mantissa: UInt64 = 0
        var fraction = -1
        while at < end, bytes[at] == 0x2E && fraction < 0 || bytes[at] >= 0x30 && bytes[at] <= 0x39 {
            if fraction >= 0 || bytes[at] == 0x2E { fraction += 1 }
            if bytes[at] != 0x2E { mantissa = mantissa &* 10 &+ UInt64(bytes[at] &- 0x30) }
            at += 1
        }
        // Both are exact, and so the quotient is rounded once (Clinger 1990).
        let isShort = at > start && at - start <= 16 && mantissa < 1 << 53 && fraction != 0
        if isShort, bytes[start] != 0x2E,
            at == end || bytes[at] == 0x2C || bytes[at] == 0x7D || bytes[at] == 0x5D
        {
            return Double(mantissa) / Self.powers[max(fraction, 0)]
        }
        at = start
        while at < end, bytes[at] != 0x2C, bytes[at] != 0x7D, bytes[at] != 0x5D { at += 1 }
        return (try? JSONReader.read(Array(bytes[start..<at])))?.double ?? broken(0)
    }

    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    ]

    /// A string of sixteen lower-case hexadecimal digits.
    public mutating func hex() -> UInt64 {
        take(0x22)
        guard at + 16 <= end else { return broken(0) }
        var value: UInt64 = 0
        for place in at..<(at + 16) {
            let byte = bytes[place]
            switch byte {
            case 0x30...0x39: value = value << 4 | UInt64(byte &- 0x30)
            case 0x61...0x66: value = value << 4 | UInt64(byte &- 0x57)
            default: return broken(0)
            }
        }
        at += 16
        take(0x22)
        return value
    }

    public mutating func string() -> String {
        take(0x22)
        let start = at
        while at < end, bytes[at] != 0x22, bytes[at] != 0x5C, bytes[at] >= 0x20 { at += 1 }
        guard at < end, bytes[at] >= 0x20 else { return broken("") }
        guard bytes[at] == 0x22 else { return escapedString(from: start) }
        at += 1
        return String(decoding: bytes[start..<(at - 1)], as: UTF8.self)
    }

    /// Passes over a string.
    public mutating func passString() {
        take(0x22)
        while at < end, bytes[at] != 0x22 { at += bytes[at] == 0x5C ? 2 : 1 }
        take(0x22)
    }

    /// Milliseconds since 1970, or RFC 3339.
    public mutating func timestamp() -> Timestamp? {
        guard at < end, bytes[at] == 0x22 else { return Timestamp(milliseconds: Int64(int())) }
        return Timestamp(rfc3339: string())
    }

    /// Any value, as ``JSONReader`` reads it.
    public mutating func value() -> JSONValue {
        let start = at
        var depth = 0
        while at < end {
            switch bytes[at] {
            case 0x22: passString()
            case 0x7B, 0x5B:
                depth += 1
                at += 1
            case 0x7D,
                0x5D where depth > 0:
                depth -= 1
                at += 1
            default: at += 1
            }
            if depth == 0, isAtClose || bytes[at] == 0x2C { break }
        }
        guard !isBroken, at <= end, let value = try? JSONReader.read(Array(bytes[start..<at])) else {
            return broken(.null)
        }
        return value
    }
}

extension JSONCursor {
    private mutating func escapedString(from start: Int) -> String {
        var text = Array(bytes[start..<at])
        while at < end, bytes[at] != 0x22, bytes[at] >= 0x20 {
            if bytes[at] != 0x5C {
                text.append(bytes[at])
                at += 1
                continue
            }
            guard at + 1 < end else { break }
            switch bytes[at + 1] {
            case 0x22, 0x5C: text.append(bytes[at + 1])
            case 0x6E: text.append(0x0A)
            case 0x72: text.append(0x0D)
            case 0x74: text.append(0x09)
            default: return broken("")
            }
            at += 2
        }
        take(0x22)
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func take(_ byte: UInt8) {
        if at < end, bytes[at] == byte, !isBroken { at += 1 } else { isBroken = true }
    }

    /// Notes that the text is not the writer's.
    private mutating func broken<Value>(_ value: Value) -> Value {
        isBroken = true
        at = end
        return value
    }
}

extension [UInt8] {
    /// The place of the first line feed; eight bytes are looked at in one.
    public var firstLineEnd: Int? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var at = 0
        while at + 8 <= count {
            let word = unsafe span.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self)
            let feeds = word ^ (ones &* 0x0A)
            if (feeds &- ones) & ~feeds & (ones &* 0x80) != 0 { break }
            at += 8
        }
        return self[at...].firstIndex(of: 0x0A)
    }
}
