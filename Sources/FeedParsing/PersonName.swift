/// Names of people as feeds write them: `mail (Name)`, `Name <mail>`, `Name (mail)`, a bare address.
enum PersonName {
    /// The name, else the address; nil for nothing.
    static func of(_ text: String?) -> String? {
        guard var text = text?.trimmed else { return nil }
        // Most names are nothing but a name.
        guard text.utf8.contains(where: { [0x28, 0x3C, 0x3A].contains($0) }) else { return text }
        if text.lowercased().hasPrefix("mailto:") { text = String(text.dropFirst(7)) }
        if let (outer, inner) = parts(text, "<", ">") ?? parts(text, "(", ")") {
            if isAddress(outer) { return inner.isEmpty ? outer : inner }
            if outer.isEmpty, isAddress(inner) { return inner }
            if isAddress(inner) || inner.isEmpty, !outer.isEmpty { return outer }
        }
        return text
    }

    /// The text before a bracket at the end, and the text in it.
    private static func parts(_ text: String, _ open: Character, _ close: Character) -> (String, String)? {
        guard text.last == close, let start = text.firstIndex(of: open) else { return nil }
        let inner = text[text.index(after: start)...].dropLast()
        return (unquoted(String(text[..<start])), unquoted(String(inner)))
    }

    private static func unquoted(_ text: String) -> String {
        var text = Substring(text.trimmed ?? "")
        if text.count > 1, text.first == "\"", text.last == "\"" { text = text.dropFirst().dropLast() }
        return String(text).trimmed ?? ""
    }

    static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty
            && !text.contains { $0.isWhitespace }
    }
}
