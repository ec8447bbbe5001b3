import FeedModel
import XMLTree

/// Which reader a document's root calls for.
struct RootKind {
    enum Reader {
        case atom
        case rss
        case cdf
    }

    var reader: Reader
    var format: FeedFormat
    var version: String?

    /// The kind by name and namespace of the root; nil when it is no feed's.
    init?(_ root: TreeNode, _ words: Vocabulary) {
        let space = words.namespace(of: root)
        switch words.tag(of: root) {
        case .feed, .entry:
            guard space.isAtom || space == .native else { return nil }
            reader = .atom
            format = .atom
            version = space == .atom03 ? root.attribute("version")?.trimmed ?? "0.3" : "1.0"
            if space == .native, let written = root.attribute("version")?.trimmed { version = written }
        case .rss:
            reader = .rss
            format = .rss
            version = Self.version(root)
        case .rdf:
            guard let channel = Self.rssSpace(root, words) else { return nil }
            reader = .rss
            format = .rdf
            version = channel == .rss090 ? "0.90" : "1.0"
        case .channel:
            let isCDF =
                root.attribute("href") != nil || root.attribute("lastmod") != nil
                || root.attribute("base") != nil
                || root.attribute("self") != nil || Self.hasAnchors(root, words)
            reader = isCDF ? .cdf : .rss
            format = isCDF ? .cdf : .rss
            if root.namespace?.lowercased().contains("purl.org/net/rss1.1") == true { version = "1.1" }
        default: return nil
        }
    }

    /// The version as written, up to what a forgotten or doubled quote made part of it.
    private static func version(_ root: TreeNode) -> String? {
        guard let written = root.attribute("version")?.trimmed else { return nil }
        let end = written.firstIndex { $0.isWhitespace || $0 == "\"" || $0 == "'" } ?? written.endIndex
        return String(written[..<end]).trimmed
    }

    /// Whether a channel or its items name their pages by `A` elements, as CDF may.
    private static func hasAnchors(_ root: TreeNode, _ words: Vocabulary) -> Bool {
        func isAnchor(_ node: TreeNode) -> Bool {
            words.tag(of: node) == .a && node.attribute("href") != nil
        }
        return root.children.contains { child in
            isAnchor(child) || words.tag(of: child) == .item && child.children.contains(where: isAnchor)
        }
    }

    /// The RSS vocabulary that an RDF document speaks; nil for RDF about other things.
    private static func rssSpace(_ root: TreeNode, _ words: Vocabulary) -> Namespace? {
        for child in root.children {
            let space = words.namespace(of: child)
            guard let tag = words.tag(of: child), tag == .channel || tag == .item else { continue }
            if space.isRSS { return space }
            // A misspelt default namespace: names of RSS without prefix in RDF are nothing else.
            if space == .other, child.prefix == nil, let uri = child.namespace {
                words.adopt(uri: uri)
                return .rss10
            }
        }
        // An empty feed tells itself by its declarations.
        return root.declaredNamespaces.map(Namespace.init(uri:)).first { $0 == .rss10 || $0 == .rss090 }
    }
}
