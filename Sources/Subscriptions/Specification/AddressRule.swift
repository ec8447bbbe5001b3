/// What makes a text a URL or a feed's address.
enum AddressRule {
    /// The scheme in lower case and the rest behind the colon; nil where there is none (RFC 3986 §3.1).
    static func split(_ text: String) -> (scheme: String, rest: Substring)? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon]
        guard let first = scheme.utf8.first, (0x61...0x7A).contains(first | 0x20),
            scheme.utf8.allSatisfy({ byte in
                (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2B
                    || byte == 0x2D
                    || byte == 0x2E
            })
        else { return nil }
        return (scheme.lowercased(), text[text.index(after: colon)...])
    }

    /// Why a text is no URL of one of these schemes.
    static func problem(_ text: String, schemes: [String]) -> ValueProblem? {
        let expected = schemes.joined(separator: " or ")
        guard let (scheme, rest) = split(text) else {
            return ValueProblem("\"\(text.prefix(60))\" is no URL", hint: "begin it with \(schemes[0])://")
        }
        guard schemes.contains(scheme) else {
            let nearest = Suggestion.nearest(to: scheme, among: schemes)
            return ValueProblem(
                "the scheme \"\(scheme)\" cannot be used here, only \(expected)",
                hint: nearest.map { "did you mean \($0)://?" })
        }
        guard rest.hasPrefix("//") else {
            return ValueProblem("the host is missing", hint: "write \(scheme)://host/path")
        }
        // Bytes first: there may be a million addresses, and characters are slow.
        if !text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), text.contains(where: \.isWhitespace) {
            return ValueProblem("a URL has no blanks", hint: "write %20 for a blank")
        }
        var authority = rest.utf8.dropFirst(2).prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
        if let at = authority.lastIndex(of: 0x40) { authority = authority[at...].dropFirst() }
        return hostProblem(Substring(authority))
    }

    private static func hostProblem(_ place: Substring) -> ValueProblem? {
        var host = place
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]") else {
                return ValueProblem("the \"[\" of the address is never closed")
            }
            let port = host[host.index(after: end)...]
            guard port.isEmpty || isPort(port) else { return ValueProblem("\"\(port)\" is no port") }
            host = host[host.index(after: host.startIndex)..<end]
            return host.contains(":") ? nil : ValueProblem("\"\(host)\" is no IPv6 address")
        }
        if let colon = host.firstIndex(of: ":") {
            let port = host[colon...]
            guard isPort(port) else {
                return ValueProblem("\"\(port.dropFirst())\" is no port", hint: "1 to 65535")
            }
            host = host[..<colon]
        }
        guard !host.isEmpty else { return ValueProblem("the host is missing") }
        let isPlain = host.utf8.allSatisfy { (0x2D...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
        guard host.utf8.count <= 253,
            isPlain || !host.contains(where: { "\\^|`<>\"{}%,;$&'()*+!=".contains($0) })
        else {
            return ValueProblem("\"\(host.prefix(60))\" is no host name")
        }
        return nil
    }

    private static func isPort(_ text: Substring) -> Bool {
        guard text.first == ":", let port = Int(text.dropFirst()) else { return false }
        return (1...65_535).contains(port) && text.dropFirst().utf8.allSatisfy { (48...57).contains($0) }
    }

    /// Why a text is no feed's address: an http, https or file URL, or a path.
    static func feedProblem(_ text: String) -> ValueProblem? {
        if isUsual(text.utf8.span) { return nil }
        guard let (scheme, rest) = split(text) else { return nil }
        switch scheme {
        case "http", "https": return problem(text, schemes: ["https", "http"])
        case "file":
            return rest.hasPrefix("///") || rest.hasPrefix("//localhost/")
                ? nil
                : ValueProblem(
                    "a file URL needs an absolute path", hint: "write file:///path, or the bare path")
        case "feed":
            return ValueProblem("the scheme \"feed\" is no way to fetch", hint: "write https:// in its place")
        default: return problem(text, schemes: ["https", "http", "file"])
        }
    }

    /// Whether it is an address as almost all are, seen in one walk, as there may be a million: `http://` or `https://`,
    /// a host of letters, digits, dots and dashes, a port, then a path without blanks.
    private static func isUsual(_ text: Span<UInt8>) -> Bool {
        var at = 0
        for byte in "http".utf8 {
            guard at < text.count, text[at] == byte else { return false }
            at += 1
        }
        if at < text.count, text[at] == 0x73 { at += 1 }
        guard at + 3 < text.count, text[at] == 0x3A, text[at + 1] == 0x2F, text[at + 2] == 0x2F else {
            return false
        }
        let start = at + 3
        at = start
        while at < text.count, isHostByte(text[at]) { at += 1 }
        guard (1...253).contains(at - start), passesPort(text, &at) else { return false }
        guard at == text.count || text[at] == 0x2F else { return false }
        while at < text.count {
            guard text[at] > 0x20, text[at] < 0x7F else { return false }
            at += 1
        }
        return true
    }

    /// Goes past `:1` to `:65535`, if there is a colon.
    private static func passesPort(_ text: Span<UInt8>, _ at: inout Int) -> Bool {
        guard at < text.count, text[at] == 0x3A else { return true }
        at += 1
        var port = 0
        while at < text.count, port < 65_536, (0x30...0x39).contains(text[at]) {
            port = port * 10 + Int(text[at] - 0x30)
            at += 1
        }
        return (1...65_535).contains(port)
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        byte == 0x2D || byte == 0x2E || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
}
