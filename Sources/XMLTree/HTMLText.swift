/// HTML to plain text: tags go (block tags and br part words), script and style go with their text, references are
/// resolved once.
///
/// A scanner of our own and not libxml2's HTML parser: descriptions are most of the bytes of many feeds, and building
/// a tree for each would cost more than parsing the feed.
public enum HTMLText {
    /// The text of some markup on one line, nil when there is none.
    public static func plain(_ html: Span<UInt8>) -> String? {
        var scan = HTMLScan(capacity: html.count)
        scan.run(html)
        return scan.text.string
    }

    public static func plain(_ html: String) -> String? {
        var html = html
        return html.withUTF8 { unsafe plain($0.span) }
    }

    /// Plain text on one line, nothing resolved, nil when there is none.
    public static func folded(_ text: Span<UInt8>) -> String? {
        var plain = PlainText(capacity: text.count + 1)
        plain.append(text: text)
        return plain.string
    }

    public static func folded(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { unsafe folded($0.span) }
    }

    /// Plain text of what may be text or markup and does not say.
    public static func undeclared(_ text: Span<UInt8>) -> String? {
        looksLikeMarkup(text) ? plain(text) : folded(text)
    }

    public static func undeclared(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { unsafe undeclared($0.span) }
    }

    /// Whether text that does not say what it is looks like markup: a reference that means a character, or a tag of
    /// HTML that is closed again, stands alone by nature, or has attributes (`use <b> tags` is text).
    public static func looksLikeMarkup(_ text: Span<UInt8>) -> Bool {
        var at = 0
        while at < text.count {
            switch text[at] {
            case 0x26: if HTMLScan.reference(text, at) != nil { return true }
            case 0x3C: if isMarkup(text, at) { return true }
            default: break
            }
            at += 1
        }
        return false
    }

    static func looksLikeMarkup(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { unsafe looksLikeMarkup($0.span) }
    }

    private static func isMarkup(_ text: Span<UInt8>, _ at: Int) -> Bool {
        if text.matches("<!--", at: at), text.index(of: "-->", from: at) != nil { return true }
        guard at + 1 < text.count else { return false }
        let start = text[at + 1] == 0x2F ? at + 2 : at + 1
        var end = start
        while end < text.count, isLetterOrDigit(text[end]) { end += 1 }
        guard end > start, end < text.count, let close = text.index(of: 0x3E, from: end) else { return false }
        let name = String(decoding: (start..<end).map { lower(text[$0]) }, as: UTF8.self)
        guard HTMLNames.all.contains(name) else { return false }
        if HTMLNames.standalone.contains(name) || start == at + 2 || text[close - 1] == 0x2F { return true }
        if (end..<close).contains(where: { text[$0] == 0x3D }) { return true }
        return isClosed(text, start, end, from: close)
    }

    private static func isClosed(_ text: Span<UInt8>, _ start: Int, _ end: Int, from close: Int) -> Bool {
        var here = close
        while let open = text.index(of: "</", from: here) {
            let after = open + 2 + end - start
            if after <= text.count,
                (start..<end).allSatisfy({ lower(text[$0]) == lower(text[open + 2 + $0 - start]) })
            {
                return true
            }
            here = open + 2
        }
        return false
    }

    static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
    }
}
