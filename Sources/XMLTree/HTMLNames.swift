/// The elements of HTML by what they do to text.
enum HTMLNames {
    /// Words before and behind these are two words.
    static let blocks: Set<String> = [
        "address", "article", "aside", "blockquote", "body", "br", "button", "caption", "center", "dd",
        "details", "dir",
        "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frameset", "h1", "h2", "h3",
        "h4",
        "h5", "h6", "head", "header", "hgroup", "hr", "html", "iframe", "legend", "li", "main", "menu", "nav",
        "ol",
        "optgroup", "option", "p", "pre", "section", "select", "summary", "table", "tbody", "td", "textarea",
        "tfoot",
        "th", "thead", "title", "tr", "ul", "video", "audio", "dialog", "xmp",
    ]
    static let longBlocks: [StaticString] = ["blockquote", "figcaption"]
    /// What looks like a tag in these is text; in the first like a reference, too.
    static let whole = ["xmp", "textarea", "title"]
    /// Their text is for programs.
    static let hidden: Set<String> = ["script", "style", "template", "noembed"]
    static let inline: Set<String> = [
        "a", "abbr", "acronym", "applet", "b", "basefont", "bdi", "bdo", "big", "canvas", "cite", "code",
        "data", "del",
        "dfn", "em", "embed", "font", "i", "img", "ins", "kbd", "label", "map", "mark", "object", "param",
        "picture",
        "q", "rp", "rt", "ruby", "s", "samp", "small", "source", "span", "strike", "strong", "sub", "sup",
        "svg",
        "time", "track", "tt", "u", "var", "wbr", "noscript", "input", "link", "meta", "area", "base", "col",
        "colgroup", "blink", "marquee", "nobr",
    ]
    static let all = blocks.union(hidden).union(inline)
    /// These need no end tag.
    static let standalone: Set<String> = ["br", "hr", "img", "wbr", "p", "li", "input", "embed"]
}
