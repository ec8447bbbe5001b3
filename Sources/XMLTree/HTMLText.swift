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
        var signs = MarkupSigns()
        return signs.found(in: text)
    }

    static func looksLikeMarkup(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { unsafe looksLikeMarkup($0.span) }
    }

    static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
    }
}
