/// Writes JSON (RFC 8259) as UTF-8, members in the order they come.
///
/// `"`, `\` and control characters are escaped, `/` is not, everything else stands as itself.
public struct JSONWriter: Sendable {
    public private(set) var bytes: [UInt8] = []
    /// Whether a comma is due before the next item of the open list or object.
    private var needsComma = false
    private let indent: Int?
    private var depth = 0

    /// A compact writer, or one that indents by `indent` blanks a level.
    public init(indent: Int? = nil) {
        self.indent = indent
    }

    /// The text written so far.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    public mutating func reserve(_ capacity: Int) { bytes.reserveCapacity(capacity) }

    public mutating func beginObject() { open(0x7B) }
    public mutating func endObject() { close(0x7D) }
    public mutating func beginArray() { open(0x5B) }
    public mutating func endArray() { close(0x5D) }

    /// Writes a member's key; its value must follow.
    public mutating func key(_ name: String) {
        separate()
        quote(name)
        bytes.append(0x3A)
        if indent != nil { bytes.append(0x20) }
        needsComma = false
        afterKey = true
    }

    public mutating func string(_ text: String) {
        separate()
        quote(text)
        needsComma = true
    }

    public mutating func raw(_ literal: String) {
        separate()
        bytes.append(contentsOf: literal.utf8)
        needsComma = true
    }

    public mutating func null() { raw("null") }
    public mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }
    public mutating func int(_ value: some BinaryInteger) { raw(String(value)) }
    public mutating func optional(_ text: String?) {
        if let text { string(text) } else { null() }
    }

    public mutating func member(_ name: String, _ text: String?) {
        key(name)
        optional(text)
    }

    public mutating func member(_ name: String, _ value: JSONValue) {
        key(name)
        self.value(value)
    }

    public mutating func value(_ value: JSONValue) {
        switch value.kind {
        case .null: null()
        case .bool(let flag): bool(flag)
        case .number(let text): raw(text)
        case .string(let text): string(text)
        case .array(let items):
            beginArray()
            for item in items { self.value(item) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members { self.member(member.key, member.value) }
            endObject()
        }
    }

    private var afterKey = false

    private mutating func separate() {
        if afterKey {
            afterKey = false
            return
        }
        if needsComma { bytes.append(0x2C) }
        newline()
    }

    private mutating func newline() {
        guard let indent, depth > 0 else { return }
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: indent * depth))
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        depth += 1
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        depth -= 1
        if needsComma { newline() }
        bytes.append(bracket)
        needsComma = true
    }

    /// Gives what was written so far and forgets it, so that a long text needs no memory for all of itself.
    public mutating func take() -> [UInt8] {
        let taken = bytes
        bytes.removeAll(keepingCapacity: false)
        bytes.reserveCapacity(taken.count)
        return taken
    }

    private mutating func quote(_ text: String) {
        bytes.append(0x22)
        var copy = text
        copy.withUTF8 { buffer in
            var start = 0
            let text = unsafe buffer.span
            while start < text.count {
                let end = Self.plainEnd(text, from: start)
                if end > start { unsafe bytes.append(contentsOf: buffer[start..<end]) }
                if end < text.count { escape(text[end]) }
                start = end + 1
            }
        }
        bytes.append(0x22)
    }

    /// The first place at or after `start` with a byte that cannot stand for itself.
    private static func plainEnd(_ text: Span<UInt8>, from start: Int) -> Int {
        var at = start
        while at < text.count, isPlain(text[at]) { at += 1 }
        return at
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x22 && byte != 0x5C && byte != 0x7F
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case 0x22, 0x5C:
            bytes.append(0x5C)
            bytes.append(byte)
        case 0x0A: bytes.append(contentsOf: [0x5C, 0x6E])
        case 0x0D: bytes.append(contentsOf: [0x5C, 0x72])
        case 0x09: bytes.append(contentsOf: [0x5C, 0x74])
        default:
            let hex = Array("0123456789abcdef".utf8)
            bytes.append(contentsOf: [0x5C, 0x75, 0x30, 0x30, hex[Int(byte >> 4)], hex[Int(byte & 15)]])
        }
    }
}

extension JSONValue {
    /// The value as compact JSON text.
    public var text: String {
        var writer = JSONWriter()
        writer.value(self)
        return writer.text
    }
}
