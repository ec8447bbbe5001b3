/// A start tag as it stands in tag soup: attributes unquoted, doubled, without values.
struct SoupTag {
    /// The name as written, with what no name may hold replaced.
    let name: [UInt8]
    let full: String
    let local: String
    /// Names are unique and valid; values are as written between their quotes.
    private(set) var attributes: [(name: [UInt8], value: [UInt8])] = []
    var isEmpty = false
    /// Where the text goes on behind the tag.
    private(set) var end: Int
    /// Another tag begins before this one ends.
    private(set) var isTorn = false
    /// The document ends inside the tag.
    private(set) var isCutOff = false
    private(set) var hasFaults = false
    private var nextLess = NextPlace()

    init(_ input: Span<UInt8>, at start: Int) {
        var here = start + 1
        while here < input.count, SoupRepair.isName(input[here]) { here += 1 }
        name = Self.sanitized(input, start + 1, here)
        full = String(decoding: name, as: UTF8.self).lowercased()
        local = full.split(separator: ":").last.map(String.init) ?? full
        end = here
        readAttributes(input)
    }

    private mutating func readAttributes(_ input: Span<UInt8>) {
        while end < input.count {
            let byte = input[end]
            switch byte {
            case 0x3E:
                end += 1
                return
            case 0x3C:
                isTorn = true
                return
            case 0x2F:
                if end + 1 < input.count, input[end + 1] == 0x3E {
                    isEmpty = true
                    end += 2
                    return
                }
                hasFaults = true
                end += 1
            case _ where byte <= 0x20: end += 1
            case _ where SoupRepair.isNameStart(byte): attribute(input)
            default:
                hasFaults = true
                end += 1
            }
        }
        isCutOff = true
    }

    private mutating func attribute(_ input: Span<UInt8>) {
        let start = end
        while end < input.count, SoupRepair.isName(input[end]) { end += 1 }
        let name = Self.sanitized(input, start, end)
        var here = end
        while here < input.count, input[here] <= 0x20 { here += 1 }
        guard here < input.count, input[here] == 0x3D else {
            hasFaults = true
            add(name, name)
            return
        }
        here += 1
        while here < input.count, input[here] <= 0x20 { here += 1 }
        end = here
        guard here < input.count else { return }
        if input[here] == 0x22 || input[here] == 0x27 {
            quoted(name, input)
        } else {
            hasFaults = true
            while end < input.count, input[end] > 0x20, input[end] != 0x3E { end += 1 }
            if end < input.count, end > here, input[end] == 0x3E, input[end - 1] == 0x2F { end -= 1 }
            add(name, input, here, end)
        }
    }

    /// A value in quotes; one whose quote never closes, or only far behind other tags, ends with its tag.
    private mutating func quoted(_ name: [UInt8], _ input: Span<UInt8>) {
        let quote = input[end]
        let start = end + 1
        // Never looks beyond what may count, since there may be as many such quotes as there are tags.
        let near = min(start + 1000, input.count)
        let less = nextLess.index(of: 0x3C, in: input, from: start) ?? input.count
        let limit = input.index(of: quote, from: start, to: max(less, near))
        if let limit, less > limit || input.index(of: 0x0A, from: start, to: limit) == nil {
            if less < limit { hasFaults = true }
            add(name, input, start, limit)
            end = limit + 1
            if end < input.count, input[end] > 0x20, input[end] != 0x3E, input[end] != 0x2F {
                hasFaults = true
            }
            return
        }
        hasFaults = true
        let close = input.index(of: 0x3E, from: start, to: less) ?? less
        guard close < input.count else {
            end = input.count
            return
        }
        add(name, input, start, close)
        end = close
    }

    private mutating func add(_ name: [UInt8], _ input: Span<UInt8>, _ start: Int, _ end: Int) {
        var value: [UInt8] = []
        value.append(input, start, end)
        add(name, value)
    }

    private mutating func add(_ name: [UInt8], _ value: [UInt8]) {
        let isEmptyPrefix = name.starts(with: "xmlns:".utf8) && (value.isEmpty || name.count == 6)
        let isReserved = name.elementsEqual("xmlns:xml".utf8) || name.elementsEqual("xmlns:xmlns".utf8)
        guard !isEmptyPrefix, !isReserved, attributes.count < HostileScan.mostAttributes,
            !attributes.contains(where: { $0.name == name })
        else {
            hasFaults = true
            return
        }
        attributes.append((name, value))
    }

    /// A name without bytes that XML forbids in names: other bytes than ASCII, a second colon, a bare colon.
    static func sanitized(_ input: Span<UInt8>, _ start: Int, _ end: Int) -> [UInt8] {
        var name: [UInt8] = []
        name.reserveCapacity(end - start)
        var hasColon = false
        for at in start..<end {
            var byte = input[at]
            if byte >= 0x80 { byte = 0x5F }
            if byte == 0x3A {
                let isFine =
                    !hasColon && !name.isEmpty && at + 1 < end && SoupRepair.isNameStart(input[at + 1])
                if isFine { hasColon = true } else { byte = 0x5F }
            }
            name.append(byte)
        }
        return name
    }
}

/// Escapes the value of an attribute for double quotes, resolving its references.
struct AttributeScan {
    var entities: EntityTable
    var faults = 0

    mutating func escaped(_ value: Span<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(value.count)
        var at = 0
        while at < value.count {
            let byte = value[at]
            at += 1
            switch byte {
            case 0x26:
                let found = entities.reference(in: value, at: at - 1)
                if found.isFault || found.isExternal { faults += 1 }
                out.append(contentsOf: found.text)
                at += found.length - 1
            case 0x3C:
                faults += 1
                out.append(contentsOf: "&lt;".utf8)
            case 0x22: out.append(contentsOf: "&quot;".utf8)
            case 0x09, 0x0A, 0x0D: out.append(0x20)
            case 0..<0x20: faults += 1
            case 0xEF where at + 1 < value.count && value[at] == 0xBF && value[at + 1] >= 0xBE:
                faults += 1
                out.append(contentsOf: [0xEF, 0xBF, 0xBD])
                at += 2
            default: out.append(byte)
            }
        }
        return out
    }
}
