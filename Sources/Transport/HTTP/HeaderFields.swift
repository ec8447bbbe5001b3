internal import Glibc

/// The fields of a message in their order, with the values' bytes as they came; names match without regard to case.
///
/// HTTP field values are bytes (RFC 9110 §5.5). Texts are read as UTF-8 where they are that, else as Latin-1;
/// ``latin1(_:)`` and ``append(_:latin1:)`` carry any bytes to and fro unchanged, as validators need.
public struct HeaderFields: Sendable, Hashable {
    /// Lines of `name: value`, each ended by a zero byte.
    private(set) var lines: [UInt8] = []

    public init() {}

    public var isEmpty: Bool { lines.isEmpty }

    /// Adds a field; line ends and zero bytes, which could end it early, become spaces.
    public mutating func append(_ name: String, _ value: String) {
        append(name.utf8, value.utf8)
    }

    /// Adds a field whose value's bytes are the text's code points, 0 to 255; others become `?`.
    public mutating func append(_ name: String, latin1 value: String) {
        guard !value.utf8.allSatisfy({ $0 < 0x80 }) else { return append(name.utf8, value.utf8) }
        append(name.utf8, value.unicodeScalars.map { $0.value <= 0xFF ? UInt8($0.value) : 0x3F })
    }

    /// Adds the field unless one of this name is there.
    public mutating func setDefault(_ name: String, _ value: String) {
        if range(of: name) == nil { append(name, value) }
    }

    /// Removes all fields of a name.
    public mutating func remove(_ name: String) {
        self = filter { $0.lowercased() != name.lowercased() }
    }

    /// The fields whose names the closure takes.
    public func filter(_ isIncluded: (String) -> Bool) -> HeaderFields {
        var result = HeaderFields()
        for line in lineRanges where isIncluded(name(in: line)) {
            result.lines.append(contentsOf: lines[line])
            result.lines.append(0)
        }
        return result
    }

    /// The first value of a field, without the space around it; nil when there is no such field.
    public subscript(name: String) -> String? {
        range(of: name).map { Self.text(lines[$0]) }
    }

    /// The first value with each byte as one code point; nil when there is no such field.
    public func latin1(_ name: String) -> String? {
        range(of: name).map { Self.latin1(lines[$0]) }
    }

    public func contains(_ name: String) -> Bool { range(of: name) != nil }

    /// All values of a field that may come more than once.
    public func all(_ name: String) -> [String] {
        var values: [String] = []
        var start = 0
        while let end = end(from: start) {
            if let value = value(in: start..<end, named: name) { values.append(Self.text(lines[value])) }
            start = end + 1
        }
        return values
    }

    /// Names in order, as they were written.
    public var names: [String] { lineRanges.map { name(in: $0) } }

    private mutating func append(_ name: String.UTF8View, _ value: some Collection<UInt8>) {
        if lines.isEmpty { lines.reserveCapacity(512) }
        let start = lines.count
        lines.append(contentsOf: name)
        lines.append(0x3A)
        lines.append(0x20)
        lines.append(contentsOf: value)
        clean(from: start)
        lines.append(0)
    }

    /// Makes spaces of line ends and zero bytes, which hardly ever are there.
    private mutating func clean(from start: Int) {
        let least = unsafe lines.withUnsafeBufferPointer { bytes in
            unsafe bytes[start...].reduce(UInt8.max) { min($0, $1) }
        }
        guard least < 0x0E else { return }
        for at in start..<lines.count where [0, 0x0A, 0x0D].contains(lines[at]) { lines[at] = 0x20 }
    }

    /// Takes a line as it came from the wire; a folded one continues the last (RFC 9112 §5.2).
    mutating func append(wire line: some RandomAccessCollection<UInt8>) {
        var line = line[...]
        while let last = line.last, last <= 0x20 { line = line.dropLast() }
        guard let first = line.first else { return }
        if lines.isEmpty { lines.reserveCapacity(512) }
        if first == 0x20 || first == 9 {
            guard !lines.isEmpty else { return }
            lines[lines.count - 1] = 0x20
            lines.append(contentsOf: line.drop { $0 <= 0x20 })
        } else {
            lines.append(contentsOf: line)
        }
        lines.append(0)
    }

    mutating func removeAll() {
        lines.removeAll(keepingCapacity: true)
    }
}

extension HeaderFields {
    var lineRanges: [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        for at in lines.indices where lines[at] == 0 {
            ranges.append(start..<at)
            start = at + 1
        }
        return ranges
    }

    private func name(in line: Range<Int>) -> String {
        let colon = lines[line].firstIndex(of: 0x3A) ?? line.upperBound
        return Self.text(lines[line.lowerBound..<colon])
    }

    /// The value's place in the first line of this name; walks the lines without making a text of any.
    private func range(of name: String) -> Range<Int>? {
        let length = name.utf8.count
        var start = 0
        while start + length < lines.count {
            // Only lines whose names are of this length are looked into.
            if lines[start + length] == 0x3A, let end = end(from: start),
                let value = value(in: start..<end, named: name)
            {
                return value
            }
            guard let end = end(from: start) else { return nil }
            start = end + 1
        }
        return nil
    }

    /// The place of the zero byte that ends the line from `start` on; nil behind the last line.
    private func end(from start: Int) -> Int? {
        unsafe lines.withUnsafeBytes { bytes in
            guard start < bytes.count, let base = bytes.baseAddress,
                let found = unsafe memchr(base + start, 0, bytes.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }

    private func value(in line: Range<Int>, named name: String) -> Range<Int>? {
        let colon = line.lowerBound + name.utf8.count
        guard colon < line.upperBound, lines[colon] == 0x3A else { return nil }
        var place = line.lowerBound
        for byte in name.utf8 {
            guard Self.lower(lines[place]) == Self.lower(byte) else { return nil }
            place += 1
        }
        var start = colon + 1
        var end = line.upperBound
        while start < end, lines[start] <= 0x20 { start += 1 }
        while end > start, lines[end - 1] <= 0x20 { end -= 1 }
        return start..<end
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }

    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self) ?? latin1(bytes)
    }

    private static func latin1(_ bytes: ArraySlice<UInt8>) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        return String(text)
    }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral fields: (String, String)...) {
        for (name, value) in fields { append(name, value) }
    }
}
