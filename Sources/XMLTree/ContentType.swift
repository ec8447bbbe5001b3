/// What a Content-Type header says (RFC 9110 §8.3.1), read leniently.
public enum ContentType {
    /// The charset parameter without its quotes, nil when there is none.
    public static func charset(of header: String?) -> String? {
        guard let header else { return nil }
        for part in header.split(separator: ";").dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, trimmed(pair[0]).lowercased() == "charset" else { continue }
            let value = trimmed(pair[1])
            return value.isEmpty ? nil : value
        }
        return nil
    }

    private static func trimmed(_ text: Substring) -> String {
        let ends: Set<Character> = [" ", "\t", "\"", "'"]
        var text = text
        while let first = text.first, ends.contains(first) { text.removeFirst() }
        while let last = text.last, ends.contains(last) { text.removeLast() }
        return String(text)
    }
}
