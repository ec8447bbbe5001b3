import XMLTree

/// Text of an element by what it says of its type: plain text for titles and summaries, markup for contents.
enum TextConstruct {
    enum Kind {
        case text
        case html
        /// Elements, or text that is not to be decoded again.
        case xhtml
        case base64(isHTML: Bool)
    }

    // MARK: RSS

    /// Text that holds plain text or HTML and does not say which: a title.
    static func undeclared(_ node: TreeNode) -> String? {
        if node.hasChildren { return node.plainText }
        return node.withText { HTMLText.undeclared($0) }
    }

    /// Text that is HTML, escaped or as elements: a description.
    static func html(_ node: TreeNode) -> String? {
        if node.hasChildren { return node.plainText }
        return node.withText { HTMLText.plain($0) }
    }

    /// The markup of an element, escaped or as elements; nil for white space.
    static func markup(_ node: TreeNode) -> String? {
        let text = node.hasChildren ? node.innerMarkup : node.text
        return text.isBlank ? nil : text
    }

    // MARK: Atom

    /// What an Atom text construct says it is (RFC 4287 §3.1; Atom 0.3 has `mode`).
    static func kind(of node: TreeNode, _ space: Namespace) -> Kind {
        let type = node.attribute("type")?.lowercased().trimmed
        let isHTML = type.map { $0 == "html" || $0.hasPrefix("text/html") } ?? false
        let isXML = type.map { $0 == "xhtml" || $0.hasSuffix("+xml") || $0.hasSuffix("/xml") } ?? false
        switch node.attribute("mode")?.lowercased().trimmed {
        case "base64": return .base64(isHTML: isHTML || type == nil)
        case "escaped": return type == nil || isHTML || isXML ? .html : .text
        case "xml": return isHTML && !node.hasChildren ? .html : .xhtml
        default: break
        }
        if isHTML { return node.hasChildren && unwrapped(node).hasChildren ? .xhtml : .html }
        if isXML { return .xhtml }
        guard let type, type != "text", !type.hasPrefix("text/"), type.contains("/") else {
            return node.hasChildren ? .xhtml : .text
        }
        return .base64(isHTML: false)
    }

    /// The plain text on one line.
    static func plain(_ node: TreeNode, _ kind: Kind) -> String? {
        switch kind {
        case .text: return node.withText { HTMLText.folded($0) }
        case .html: return node.withText { HTMLText.plain($0) }
        case .xhtml: return node.plainText
        case .base64(let isHTML):
            guard let decoded = Base64.decode(node.text) else { return HTMLText.folded(node.text) }
            return isHTML ? HTMLText.plain(decoded) : HTMLText.folded(decoded)
        }
    }

    /// The markup as given; XHTML without the div around it.
    static func content(_ node: TreeNode, _ kind: Kind) -> String? {
        let text: String
        switch kind {
        case .text, .html: text = node.text
        case .xhtml: text = node.hasChildren ? unwrapped(node).innerMarkup : node.text
        case .base64: text = Base64.decode(node.text) ?? node.text
        }
        return text.isBlank ? nil : text
    }

    private static func unwrapped(_ node: TreeNode) -> TreeNode {
        var children = node.children.makeIterator()
        guard let only = children.next(), children.next() == nil, only.name.lowercased() == "div" else {
            return node
        }
        return only
    }
}

extension String {
    /// Whether there is nothing but white space; stops at the first letter.
    var isBlank: Bool {
        unicodeScalars.allSatisfy { $0.value <= 0x20 || $0.value >= 0x80 && $0.properties.isWhitespace }
    }
}
