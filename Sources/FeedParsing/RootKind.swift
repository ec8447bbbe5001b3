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
            version = root.attribute("version")?.trimmed
        case .rdf:
            guard let channel = Self.rssSpace(root, words) else { return nil }
            reader = .rss
            format = .rdf
            version = channel == .rss090 ? "0.90" : "1.0"
        case .channel:
            let isCDF =
                root.attribute("href") != nil || root.attribute("lastmod") != nil
                || root.attribute("base") != nil
                || root.attribute("self") != nil
            reader = isCDF ? .cdf : .rss
            format = isCDF ? .cdf : .rss
        default: return nil
        }
    }

    /// The RSS vocabulary that an RDF document speaks; nil for RDF about other things.
    private static func rssSpace(_ root: TreeNode, _ words: Vocabulary) -> Namespace? {
        for child in root.children {
            let space = words.namespace(of: child)
            guard let tag = words.tag(of: child), tag == .channel || tag == .item, space.isRSS else {
                continue
            }
            return space
        }
        // An empty feed tells itself by its declarations.
        return root.declaredNamespaces.map(Namespace.init(uri:)).first { $0 == .rss10 || $0 == .rss090 }
    }
}
