import CLibXML2

/// Resolves references: XML's own, HTML's, characters, and what a document's internal subset declares.
struct EntityTable {
    /// What a reference comes to, escaped for character data.
    struct Found {
        var text: [UInt8]
        /// How many bytes of input it takes.
        var length: Int
        var isFault: Bool
        /// It stands for another document, which no attribute may do.
        var isExternal = false
    }

    /// All the bytes that a document's own entities may come to.
    static let mostExpansion = 1 << 18
    /// All the references inside entities that are followed: a bomb is many of them that come to little.
    static let mostNested = 1 << 15
    private static let deepest = 8

    /// Faults of the declarations, and entities that go round in a circle.
    private(set) var faults = 0
    private var declared: [String: [UInt8]] = [:]
    /// Entities that stand for another document: never read, so they come to nothing.
    private var external: Set<String> = []
    private var hasExternalSubset = false
    private var expanded = 0
    private var nestedCount = 0

    /// The reference at an ampersand.
    mutating func reference(in input: Span<UInt8>, at start: Int) -> Found {
        let bare = Found(text: Array("&amp;".utf8), length: 1, isFault: true)
        guard let end = Self.end(of: input, start) else { return bare }
        let length = end + 1 - start
        if input[start + 1] == 0x23 {
            return CharacterReference.read(input, start, end) ?? bare
        }
        let name = String(decoding: (start + 1..<end).map { input[$0] }, as: UTF8.self)
        if let value = declared[name] {
            return Found(text: expand(value, depth: 1), length: length, isFault: false)
        }
        if external.contains(name) {
            return Found(text: [], length: length, isFault: false, isExternal: true)
        }
        if ["amp", "lt", "gt", "quot", "apos"].contains(name) {
            return Found(text: Array("&\(name);".utf8), length: length, isFault: false)
        }
        guard let scalar = HTMLEntity.scalar(named: name) else { return bare }
        return Found(text: Self.escaped(scalar), length: length, isFault: !hasExternalSubset)
    }

    /// The character as character data: HTML knows `&LT;` and `&AMP;` too.
    private static func escaped(_ scalar: Unicode.Scalar) -> [UInt8] {
        switch scalar {
        case "<": Array("&lt;".utf8)
        case ">": Array("&gt;".utf8)
        case "&": Array("&amp;".utf8)
        case "\"": Array("&quot;".utf8)
        default: Array(String(scalar).utf8)
        }
    }

    /// The place of the semicolon that ends the reference at an ampersand.
    private static func end(of input: Span<UInt8>, _ start: Int) -> Int? {
        var at = start + 1
        if at < input.count, input[at] == 0x23 { at += 1 }
        let first = at
        while at < input.count, at - first < 40, SoupRepair.isName(input[at]), input[at] != 0x3A { at += 1 }
        return at < input.count && at > first && input[at] == 0x3B ? at : nil
    }

    /// The text of an internal entity, its own references resolved; bounded, so that bombs come to little.
    private mutating func expand(_ value: [UInt8], depth: Int) -> [UInt8] {
        var out: [UInt8] = []
        var at = 0
        let span = value.span
        while at < span.count {
            let byte = span[at]
            if byte == 0x26 {
                let found = nested(span, at, depth)
                if found.isFault { faults += 1 }
                out.append(contentsOf: found.text)
                at += found.length
            } else {
                if byte == 0x3C {
                    out.append(contentsOf: "&lt;".utf8)
                } else if byte >= 0x20 || byte == 0x0A {
                    out.append(byte)
                }
                at += 1
            }
            guard expanded + out.count < Self.mostExpansion else { break }
        }
        if depth == 1 { expanded += out.count }
        return out
    }

    private mutating func nested(_ input: Span<UInt8>, _ start: Int, _ depth: Int) -> Found {
        nestedCount += 1
        guard nestedCount < Self.mostNested else {
            return Found(text: [], length: input.count - start, isFault: true)
        }
        if let end = Self.end(of: input, start) {
            let name = String(decoding: (start + 1..<end).map { input[$0] }, as: UTF8.self)
            if let value = declared[name] {
                guard depth < Self.deepest else {
                    return Found(text: [], length: end + 1 - start, isFault: true)
                }
                return Found(text: expand(value, depth: depth + 1), length: end + 1 - start, isFault: false)
            }
        }
        return reference(in: input, at: start)
    }
}

// The internal subset.
extension EntityTable {
    /// Reads a DOCTYPE for the entities it declares and gives the place behind it.
    mutating func readDoctype(_ input: Span<UInt8>, from start: Int) -> Int {
        var at = start
        while at < input.count, input[at] != 0x3E, input[at] != 0x5B {
            if at > start, Self.isTag(input, at) { return torn(at) }
            at += 1
        }
        let head = input.extracting(start..<at)
        if head.index(of: "PUBLIC", from: 0) ?? head.index(of: "SYSTEM", from: 0) != nil {
            hasExternalSubset = true
        }
        guard at < input.count else { return at }
        guard input[at] == 0x5B else { return at + 1 }
        at += 1
        while at < input.count, input[at] != 0x5D {
            if input.matches("<!ENTITY", at: at) {
                at = declaration(input, from: at + 8)
            } else if input.matches("<!--", at: at) {
                at = input.index(of: "-->", from: at).map { $0 + 3 } ?? input.count
            } else if Self.isTag(input, at) {
                return torn(at)
            } else {
                at += 1
            }
        }
        return input.index(of: 0x3E, from: at).map { $0 + 1 } ?? input.count
    }

    private static func isTag(_ input: Span<UInt8>, _ at: Int) -> Bool {
        input[at] == 0x3C && at + 1 < input.count && SoupRepair.isNameStart(input[at + 1])
    }

    /// The DOCTYPE is never closed: the root begins here.
    private mutating func torn(_ at: Int) -> Int {
        faults += 1
        return at
    }

    /// Reads `name "value"` or `name SYSTEM "url"`; parameter entities are passed over, and the first one counts.
    private mutating func declaration(_ input: Span<UInt8>, from start: Int) -> Int {
        var at = start
        func skipBlank() { while at < input.count, input[at] <= 0x20 { at += 1 } }
        skipBlank()
        let first = at
        while at < input.count, SoupRepair.isName(input[at]) { at += 1 }
        let name = String(decoding: (first..<at).map { input[$0] }, as: UTF8.self)
        skipBlank()
        guard at < input.count, !name.isEmpty else { return at }
        let quote = input[at]
        if quote == 0x22 || quote == 0x27, let end = input.index(of: quote, from: at + 1) {
            if declared[name] == nil { declared[name] = (at + 1..<end).map { input[$0] } }
            at = end + 1
        } else if input.matches("SYSTEM", at: at) || input.matches("PUBLIC", at: at) {
            external.insert(name)
        }
        return input.index(of: 0x3E, from: at).map { $0 + 1 } ?? input.count
    }
}
