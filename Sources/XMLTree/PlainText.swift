/// Text on one line: white space of every kind folded to one blank, none at the ends.
///
/// Made for speed: feeds carry most of their bytes through here.
public struct PlainText {
    private(set) var bytes: [UInt8] = []
    /// Whether a blank is due before the next word.
    private var isBlankDue = false

    public init() {}

    /// What was written so far, nil when that is nothing.
    public var string: String? {
        bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Notes that what follows is another word.
    mutating func separate() { isBlankDue = true }

    private mutating func begin() {
        if isBlankDue, !bytes.isEmpty { bytes.append(0x20) }
        isBlankDue = false
    }

    mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.properties.isWhitespace {
            isBlankDue = true
        } else {
            begin()
            bytes.append(contentsOf: String(scalar).utf8)
        }
    }

    /// Writes plain text: no markup, no references.
    mutating func append(text: Span<UInt8>) { append(text, 0, text.count) }

    /// Writes the plain text between two places.
    mutating func append(_ text: Span<UInt8>, _ start: Int, _ end: Int) {
        var at = start
        while at < end {
            let run = at
            at = Self.wordEnd(text, at, end)
            if at > run {
                begin()
                bytes.append(text, run, at)
            }
            while at < end {
                let length = Self.blankLength(text, at, end)
                if length == 0 { break }
                isBlankDue = true
                at += length
            }
            // A C1 control is windows-1252 that went through a careless converter.
            if at + 1 < end, text[at] == 0xC2, text[at + 1] < 0xA0 {
                if let scalar = CharacterReference.scalar(UInt32(text[at + 1])) { append(scalar) }
                at += 2
            }
        }
    }

    /// The end of the run of bytes that are neither white space nor the lead byte of some.
    private static func wordEnd(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
        var at = start
        while at < end {
            let byte = text[at]
            if byte <= 0x20 || byte == 0x7F { return at }
            if byte >= 0xC2, byte == 0xC2 || byte >= 0xE1 && byte <= 0xE3 || byte == 0xEF {
                if byte == 0xC2 ? at + 1 < end && text[at + 1] <= 0xA0 : blankLength(text, at, end) > 0 {
                    return at
                }
            }
            at += 1
        }
        return at
    }

    /// The length of the white space character at a place, 0 when it is none; controls count, they end words.
    private static func blankLength(_ text: Span<UInt8>, _ at: Int, _ end: Int) -> Int {
        let byte = text[at]
        if byte <= 0x20 || byte == 0x7F { return 1 }
        switch byte {
        case 0xC2 where at + 1 < end && (text[at + 1] == 0xA0 || text[at + 1] == 0x85): return 2
        case 0xE1 where at + 2 < end && text[at + 1] == 0x9A && text[at + 2] == 0x80: return 3
        case 0xE2 where at + 2 < end:
            let third = text[at + 2]
            if text[at + 1] == 0x80, third <= 0x8A || third == 0xA8 || third == 0xA9 || third == 0xAF {
                return third >= 0x80 ? 3 : 0
            }
            return text[at + 1] == 0x81 && third == 0x9F ? 3 : 0
        case 0xE3 where at + 2 < end && text[at + 1] == 0x80 && text[at + 2] == 0x80: return 3
        case 0xEF where at + 2 < end && text[at + 1] == 0xBB && text[at + 2] == 0xBF: return 3
        default: return 0
        }
    }
}
