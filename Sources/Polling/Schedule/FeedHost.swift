/// The host of a URL, as the key of politeness: lower case, without user and port.
public enum FeedHost {
    /// Reads the host with one walk over the text; nil for files and for what is no URL with a host.
    public static func of(_ url: String) -> String? {
        var rest = url.utf8[...]
        guard let colon = rest.firstIndex(of: 0x3A) else { return nil }
        rest = rest[colon...].dropFirst()
        guard rest.starts(with: "//".utf8) else { return nil }
        rest = rest.dropFirst(2).prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
        if let at = rest.lastIndex(of: 0x40) { rest = rest[at...].dropFirst() }
        if rest.first == 0x5B {
            rest = rest.dropFirst().prefix { $0 != 0x5D }
        } else {
            rest = rest.prefix { $0 != 0x3A }
        }
        while rest.last == 0x2E { rest = rest.dropLast() }
        return rest.isEmpty ? nil : String(Substring(rest)).lowercased()
    }
}
