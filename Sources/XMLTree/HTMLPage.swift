import CLibXML2

/// What an HTML page says about itself that helps to find feeds: its title, base and links.
public struct HTMLPage: Sendable {
    /// A `<link>` or `<a>` of the page, as written.
    public struct Link: Sendable, Hashable {
        public enum Element: Sendable, Hashable {
            case link
            case anchor
        }

        public var element: Element
        /// As written; relative ones are meant against ``HTMLPage/base``, else the page's address.
        public var href: String
        /// The words of `rel`, in lower case.
        public var rel: [String]
        public var type: String?
        /// The `title` attribute, for an anchor without one its text.
        public var title: String?

        /// Whether the page offers this as a feed of its own (`rel=alternate` with a feed's type).
        public var isFeed: Bool {
            guard element == .link, rel.contains("alternate") || rel.contains("feed"),
                !rel.contains("stylesheet"), let type
            else { return false }
            let plain = type.lowercased().filter { !$0.isWhitespace }.split(separator: ";").first ?? ""
            return [
                "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json",
                "application/json", "application/x.atom+xml", "text/rss", "application/x-rss+xml",
                "text/xml", "application/xml",
            ].contains(String(plain))
        }
    }

    public private(set) var title: String?
    /// The `<base href>`.
    public private(set) var base: String?
    /// In document order; at most ``mostLinks``.
    public private(set) var links: [Link] = []

    public static let mostLinks = 5000
    /// How much of a page is read.
    static let mostBytes = 4 << 20

    /// Reads a page with libxml2's HTML parser, which takes any tag soup; nil for what it cannot read at all.
    public init?(_ bytes: [UInt8], contentType: String? = nil) {
        let decoded = DecodedText(
            Array(bytes.prefix(Self.mostBytes)), charset: ContentType.charset(of: contentType))
        let span = decoded.bytes.span.extracting(droppingFirst: decoded.start)
        guard HostileScan.run(span).fault == nil else { return nil }
        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
            | HTML_PARSE_NONET.rawValue | HTML_PARSE_COMPACT.rawValue
        let tree = unsafe span.withUnsafeBytes { buffer in
            unsafe htmlReadMemory(
                buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), nil, "UTF-8",
                Int32(bitPattern: options))
        }
        guard let tree = unsafe tree else { return nil }
        guard let root = unsafe XMLDocument(owning: tree, isUTF8: false).root else { return nil }
        collect(root)
    }

    private mutating func collect(_ root: TreeNode) {
        unsafe root.walk { event in
            if case .open(let node) = unsafe event { take(node) }
        }
    }

    private mutating func take(_ node: TreeNode) {
        switch node.name {
        case "title": if title == nil { title = node.plainText }
        case "base": if base == nil { base = node.attribute("href") }
        case "link": add(node, .link)
        case "a": add(node, .anchor)
        default: break
        }
    }

    private mutating func add(_ node: TreeNode, _ element: Link.Element) {
        guard links.count < Self.mostLinks, let href = node.attribute("href") else { return }
        let rel = (node.attribute("rel") ?? "").lowercased().split { $0.isWhitespace }.map(String.init)
        let title = node.attribute("title") ?? (element == .anchor ? node.plainText : nil)
        links.append(Link(element: element, href: href, rel: rel, type: node.attribute("type"), title: title))
    }
}
