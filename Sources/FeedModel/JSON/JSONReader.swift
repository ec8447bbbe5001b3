/// Why a text is not JSON, and where.
public struct JSONSyntaxError: Error, Hashable, Sendable {
    public var message: String
    /// Byte offset of the fault.
    public var offset: Int

    public init(_ message: String, at offset: Int) {
        self.message = message
        self.offset = offset
    }
}

/// Reads JSON text (RFC 8259) into ``JSONValue``, with the offset of every value and key.
///
/// With `lenient` it also takes what people write into configuration files, after JSON5: `//` and `/* */`
/// comments, trailing commas, single quotes, unquoted keys. Bytes that are no UTF-8 become U+FFFD, and so
/// do lone surrogates. Nesting is bounded, so that no input can exhaust the stack.
public struct JSONReader {
    private let bytes: [UInt8]
    private let lenient: Bool
    private var at = 0
    private var depth = 0
    private static let deepest = 256

    private init(_ bytes: [UInt8], lenient: Bool) {
        self.bytes = bytes
        self.lenient = lenient
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    }

    /// Reads one document; anything but white space behind it is a fault.
    public static func read(_ bytes: [UInt8], lenient: Bool = false) throws(JSONSyntaxError) -> JSONValue {
        var reader = JSONReader(bytes, lenient: lenient)
        try reader.skipBlank()
        let value = try reader.value()
        try reader.skipBlank()
        guard reader.at == bytes.count else {
            throw JSONSyntaxError("unexpected \(reader.shown) after the end of the document", at: reader.at)
        }
        return value
    }

    private var shown: String {
        guard at < bytes.count else { return "end of text" }
        let text = String(decoding: bytes[at..<min(at + 4, bytes.count)], as: UTF8.self)
        guard let first = text.first, !first.isNewline else { return "line end" }
        return "\"\(first)\""
    }

    private mutating func skipBlank() throws(JSONSyntaxError) {
        while at < bytes.count {
            switch bytes[at] {
            case 0x20, 0x09, 0x0A, 0x0D: at += 1
            case 0x2F where lenient: try skipComment()
            default: return
            }
        }
    }

    private mutating func skipComment() throws(JSONSyntaxError) {
        let start = at
        guard at + 1 < bytes.count else { throw JSONSyntaxError("unexpected \"/\"", at: at) }
        if bytes[at + 1] == 0x2F {
            while at < bytes.count, bytes[at] != 0x0A { at += 1 }
        } else if bytes[at + 1] == 0x2A {
            at += 2
            while at + 1 < bytes.count, !(bytes[at] == 0x2A && bytes[at + 1] == 0x2F) { at += 1 }
            guard at + 1 < bytes.count else {
                throw JSONSyntaxError("this comment is never closed", at: start)
            }
            at += 2
        } else {
            throw JSONSyntaxError("unexpected \"/\"", at: at)
        }
    }

    private mutating func value() throws(JSONSyntaxError) -> JSONValue {
        let start = Int32(clamping: at)
        guard at < bytes.count else {
            throw JSONSyntaxError("a value is missing at the end of the text", at: at)
        }
        switch bytes[at] {
        case 0x7B: return JSONValue(.object(try object()), offset: start)
        case 0x5B: return JSONValue(.array(try array()), offset: start)
        case 0x22: return JSONValue(.string(try string()), offset: start)
        case 0x27 where lenient: return JSONValue(.string(try string()), offset: start)
        case 0x2D, 0x30...0x39: return JSONValue(.number(try number()), offset: start)
        default: return JSONValue(try word(), offset: start)
        }
    }

    private mutating func word() throws(JSONSyntaxError) -> JSONValue.Kind {
        let known: [(String, JSONValue.Kind)] = [
            ("true", .bool(true)), ("false", .bool(false)), ("null", .null),
        ]
        for (word, kind) in known where bytes[at...].starts(with: word.utf8) {
            let end = at + word.utf8.count
            if end < bytes.count, Self.isNameByte(bytes[end]) { break }
            at = end
            return kind
        }
        throw JSONSyntaxError("expected a value, found \(shown)", at: at)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte == 0x5F || byte == 0x24 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
            || byte >= 0x80
    }

    private mutating func enter() throws(JSONSyntaxError) {
        depth += 1
        guard depth <= Self.deepest else {
            throw JSONSyntaxError("nested deeper than \(Self.deepest) levels", at: at)
        }
        at += 1
    }

    private mutating func array() throws(JSONSyntaxError) -> [JSONValue] {
        let start = at
        try enter()
        defer { depth -= 1 }
        var items: [JSONValue] = []
        try skipBlank()
        while at < bytes.count, bytes[at] != 0x5D {
            items.append(try value())
            try separator(closing: 0x5D, of: "list", openedAt: start)
        }
        guard at < bytes.count else { throw JSONSyntaxError("this list is never closed", at: start) }
        at += 1
        return items
    }

    private mutating func object() throws(JSONSyntaxError) -> [JSONMember] {
        let start = at
        try enter()
        defer { depth -= 1 }
        var members: [JSONMember] = []
        try skipBlank()
        while at < bytes.count, bytes[at] != 0x7D {
            let place = Int32(clamping: at)
            let key = try self.key()
            try skipBlank()
            guard at < bytes.count, bytes[at] == 0x3A else {
                throw JSONSyntaxError("expected \":\" after the key \"\(key)\", found \(shown)", at: at)
            }
            at += 1
            try skipBlank()
            members.append(JSONMember(key, try value(), keyOffset: place))
            try separator(closing: 0x7D, of: "object", openedAt: start)
        }
        guard at < bytes.count else { throw JSONSyntaxError("this object is never closed", at: start) }
        at += 1
        return members
    }

    private mutating func separator(closing: UInt8, of what: String, openedAt start: Int)
        throws(JSONSyntaxError)
    {
        try skipBlank()
        guard at < bytes.count else { throw JSONSyntaxError("this \(what) is never closed", at: start) }
        if bytes[at] == closing { return }
        guard bytes[at] == 0x2C else {
            throw JSONSyntaxError("expected \",\" or the end of the \(what), found \(shown)", at: at)
        }
        let comma = at
        at += 1
        try skipBlank()
        if !lenient, at < bytes.count, bytes[at] == closing {
            throw JSONSyntaxError("a comma with nothing after it", at: comma)
        }
    }

    private mutating func key() throws(JSONSyntaxError) -> String {
        if bytes[at] == 0x22 || (lenient && bytes[at] == 0x27) { return try string() }
        guard lenient, Self.isNameByte(bytes[at]), !(0x30...0x39).contains(bytes[at]) else {
            throw JSONSyntaxError("expected a key in double quotes, found \(shown)", at: at)
        }
        let start = at
        while at < bytes.count, Self.isNameByte(bytes[at]) { at += 1 }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    private mutating func number() throws(JSONSyntaxError) -> String {
        let start = at
        func digits(_ from: Int) -> Int {
            var end = from
            while end < bytes.count, (0x30...0x39).contains(bytes[end]) { end += 1 }
            return end
        }
        let whole = bytes[at] == 0x2D ? at + 1 : at
        var end = digits(whole)
        let hasLeadingZero = end - whole > 1 && bytes[whole] == 0x30
        var isSound = end > whole && !hasLeadingZero
        if isSound, end < bytes.count, bytes[end] == 0x2E {
            let fraction = digits(end + 1)
            isSound = fraction > end + 1
            end = fraction
        }
        if isSound, end < bytes.count, bytes[end] | 0x20 == 0x65 {
            let sign = end + 1 < bytes.count && (bytes[end + 1] == 0x2B || bytes[end + 1] == 0x2D) ? 1 : 0
            let exponent = digits(end + 1 + sign)
            isSound = exponent > end + 1 + sign
            end = exponent
        }
        guard isSound, end == bytes.count || !Self.isNameByte(bytes[end]) else {
            throw JSONSyntaxError("this is not a number as JSON writes it", at: start)
        }
        at = end
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }
}

// Strings.
extension JSONReader {
    private mutating func string() throws(JSONSyntaxError) -> String {
        let start = at
        let quote = bytes[at]
        at += 1
        let first = at
        while at < bytes.count, bytes[at] != quote, bytes[at] != 0x5C, bytes[at] >= 0x20 { at += 1 }
        if at < bytes.count, bytes[at] == quote {
            defer { at += 1 }
            return String(decoding: bytes[first..<at], as: UTF8.self)
        }
        var text = Array(bytes[first..<at])
        while at < bytes.count, bytes[at] != quote {
            if bytes[at] == 0x5C {
                try escape(into: &text)
            } else {
                guard bytes[at] >= 0x20 || (bytes[at] == 0x09 && lenient) else {
                    throw JSONSyntaxError("a line end or control character inside a string", at: at)
                }
                text.append(bytes[at])
                at += 1
            }
        }
        guard at < bytes.count else { throw JSONSyntaxError("this string is never closed", at: start) }
        at += 1
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONSyntaxError) {
        let start = at
        guard at + 1 < bytes.count else { throw JSONSyntaxError("this string is never closed", at: start) }
        let letter = bytes[at + 1]
        at += 2
        switch letter {
        case 0x22, 0x5C, 0x2F: text.append(letter)
        case 0x27 where lenient: text.append(letter)
        case 0x62: text.append(0x08)
        case 0x66: text.append(0x0C)
        case 0x6E: text.append(0x0A)
        case 0x72: text.append(0x0D)
        case 0x74: text.append(0x09)
        case 0x75: try unicode(into: &text, from: start)
        default: throw JSONSyntaxError("unknown escape \"\\\(Character(Unicode.Scalar(letter)))\"", at: start)
        }
    }

    private mutating func unicode(into text: inout [UInt8], from start: Int) throws(JSONSyntaxError) {
        guard var code = hexadecimal(at: at) else {
            throw JSONSyntaxError("\"\\u\" needs four hexadecimal digits", at: start)
        }
        at += 4
        if (0xD800..<0xDC00).contains(code), at + 1 < bytes.count, bytes[at] == 0x5C, bytes[at + 1] == 0x75,
            let low = hexadecimal(at: at + 2), (0xDC00..<0xE000).contains(low)
        {
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            at += 6
        }
        text.append(contentsOf: String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8)
    }

    private func hexadecimal(at place: Int) -> UInt32? {
        guard place + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[place..<place + 4] {
            switch byte {
            case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
            case 0x41...0x46, 0x61...0x66: value = value << 4 | UInt32((byte | 0x20) - 0x61 + 10)
            default: return nil
            }
        }
        return value
    }
}
