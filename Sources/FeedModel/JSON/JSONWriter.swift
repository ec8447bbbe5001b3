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

    /// Writes a key of sixteen hexadecimal digits.
    public mutating func hexKey(_ number: UInt64) {
        separate()
        bytes.append(0x22)
        StableHash.appendHex(number, to: &bytes)
        bytes.append(0x22)
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

    /// Writes a string whose bytes need no escapes, such as base64.
    public mutating func plainString(_ append: (inout [UInt8]) -> Void) {
        separate()
        bytes.append(0x22)
        append(&bytes)
        bytes.append(0x22)
        needsComma = true
    }

    /// Writes bytes as they are; the next item gets no comma before it.
    public mutating func literal(_ literal: StaticString) {
        for at in 0..<literal.utf8CodeUnitCount { unsafe bytes.append(literal.utf8Start[at]) }
        needsComma = false
        afterKey = false
    }

    public mutating func null() {
        separate()
        for byte in [0x6E, 0x75, 0x6C, 0x6C] as [UInt8] { bytes.append(byte) }
        needsComma = true
    }

    public mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }
    // One for each type: a generic one costs ten times as much from other modules.
    public mutating func int(_ value: Int64) { int(Int(value)) }
    public mutating func int(_ value: Int32) { int(Int(value)) }
    public mutating func int(_ value: UInt32) { int(Int(value)) }

    public mutating func int(_ value: Int) {
        separate()
        if value < 0 { bytes.append(0x2D) }
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var first = 20
        var rest = value.magnitude
        repeat {
            first -= 1
            digits[first] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        for place in first..<20 { bytes.append(digits[place]) }
        needsComma = true
    }
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

    /// Hands on what was written so far and forgets it, so that a long text needs no memory for all of itself.
    public mutating func flush<Failure>(_ body: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
        try body(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    private mutating func quote(_ text: String) {
        bytes.append(0x22)
        var copy = text
        copy.withUTF8 { buffer in
            var start = 0
            while start < buffer.count {
                let end = unsafe Self.plainEnd(buffer, from: start)
                if end > start {
                    unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[start..<end]))
                }
                if end < buffer.count { unsafe escape(buffer[end]) }
                start = end + 1
            }
        }
        bytes.append(0x22)
    }

    /// The first place at or after `start` with a byte that cannot stand for itself; eight bytes are looked at in one.
    private static func plainEnd(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let raw = UnsafeRawBufferPointer(text)
        let ones: UInt64 = 0x0101_0101_0101_0101
        var at = start
        while at + 8 <= text.count {
            let word = unsafe raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            let quote = word ^ (ones &* 0x22)
            let backslash = word ^ (ones &* 0x5C)
            let delete = word ^ (ones &* 0x7F)
            let found =
                ((word &- ones &* 0x20) & ~word) | ((quote &- ones) & ~quote)
                | ((backslash &- ones) & ~backslash) | ((delete &- ones) & ~delete)
            if found & (ones &* 0x80) != 0 { break }
            at += 8
        }
        while at < text.count, unsafe isPlain(text[at]) { at += 1 }
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
