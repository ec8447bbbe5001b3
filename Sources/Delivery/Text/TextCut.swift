/// Cuts that never break a character people see (a grapheme cluster: flags, families, accents).
public enum TextCut {
    /// At most `limit` characters, the last one "…" where something was cut.
    public static func characters(_ text: String, _ limit: Int) -> String {
        guard text.utf8.count > limit, text.count > limit else { return text }
        return limit < 1 ? "" : trimmed(text.prefix(limit - 1)) + "…"
    }

    /// At most `limit` UTF-16 units, as many services count, "…" included where something was cut.
    public static func units(_ text: String, _ limit: Int) -> String {
        bytes(text, limit) { $0.utf16.count }
    }

    /// At most `limit` bytes of what `size` counts, "…" included where something was cut; empty where not even
    /// that fits.
    public static func bytes(
        _ text: String, _ limit: Int, size: (Character) -> Int = { $0.utf8.count }
    ) -> String {
        var total = 0
        var end = text.startIndex
        let ellipsis = size("…")
        for place in text.indices {
            total += size(text[place])
            if total > limit { return end == text.startIndex ? "" : trimmed(text[..<end]) + "…" }
            if total + ellipsis <= limit { end = text.index(after: place) }
        }
        return text
    }

    /// The bytes a character takes in a JSON string as ``JSONWriter`` writes it.
    public static func jsonSize(_ character: Character) -> Int {
        character.utf8.reduce(0) { size, byte in
            switch byte {
            case 0x22, 0x5C, 0x0A, 0x0D, 0x09: size + 2
            case 0..<0x20, 0x7F: size + 6
            default: size + 1
            }
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
