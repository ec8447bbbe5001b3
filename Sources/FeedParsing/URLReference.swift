/// A URL or relative reference in its five parts (RFC 3986 §3), characters as written.
struct URLReference {
    var scheme: String?
    var authority: String?
    var path: String
    var query: String?
    var fragment: String?

    init(_ text: String) {
        // By bytes: every delimiter is ASCII, and characters would cost ten times as much.
        var rest = Substring(text).utf8
        if let hash = rest.firstIndex(of: 0x23) {
            fragment = Self.string(rest[rest.index(after: hash)...])
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: 0x3F) {
            query = Self.string(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(of: 0x3A), Self.isScheme(rest[..<colon]) {
            scheme = Self.string(rest[..<colon]).lowercased()
            rest = rest[rest.index(after: colon)...]
        }
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: 0x2F) ?? rest.endIndex
            authority = Self.string(rest[..<end])
            rest = rest[end...]
        }
        path = Self.string(rest)
    }

    private static func string(_ bytes: Substring.UTF8View) -> String { String(Substring(bytes)) }

    private static func isScheme(_ bytes: Substring.UTF8View) -> Bool {
        guard let first = bytes.first, (0x61...0x7A).contains(first | 0x20) else { return false }
        return bytes.allSatisfy {
            (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0)
                || [0x2B, 0x2D, 0x2E].contains($0)
        }
    }

    var text: String {
        var text = scheme.map { $0 + ":" } ?? ""
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    /// The reference resolved against a base (RFC 3986 §5.2.2).
    func resolved(against base: URLReference) -> URLReference {
        var target = self
        guard scheme == nil else { return target }
        target.scheme = base.scheme
        guard authority == nil else {
            target.path = Self.withoutDots(path)
            return target
        }
        target.authority = base.authority
        if path.isEmpty {
            target.path = base.path
            if query == nil { target.query = base.query }
        } else if path.hasPrefix("/") {
            target.path = Self.withoutDots(path)
        } else {
            target.path = Self.withoutDots(base.merged(path))
        }
        return target
    }

    private func merged(_ relative: String) -> String {
        if authority != nil, path.isEmpty { return "/" + relative }
        guard let slash = path.lastIndex(of: "/") else { return relative }
        return String(path[...slash]) + relative
    }

    /// Removes `.` and `..` segments (RFC 3986 §5.2.4).
    private static func withoutDots(_ path: String) -> String {
        guard path.contains("/.") || path.hasPrefix(".") else { return path }
        var kept: [Substring] = []
        let isRooted = path.hasPrefix("/")
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            if part == "." {
                if isLast { kept.append("") }
            } else if part == ".." {
                if kept.count > (isRooted ? 1 : 0) { kept.removeLast() }
                if isLast { kept.append("") }
            } else {
                kept.append(part)
            }
        }
        return kept.joined(separator: "/")
    }
}
