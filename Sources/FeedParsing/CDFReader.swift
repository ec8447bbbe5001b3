import FeedModel
import XMLTree

/// Reads Microsoft's Channel Definition Format of 1997: links and dates stand in attributes.
struct CDFReader {
    private let words: Vocabulary
    private let links: LinkResolver

    init(_ words: Vocabulary, _ links: LinkResolver) {
        self.words = words
        self.links = links
    }

    func feed(_ root: TreeNode) -> FeedDraft {
        var draft = FeedDraft()
        draft.link.offer(links.reference(root.attribute("href") ?? root.attribute("base"), in: root), 0)
        draft.selfLink = links.reference(root.attribute("self"), in: root)
        draft.updated.offer(root.attribute("lastmod").flatMap(FeedDate.parse), 0)
        draft.language.offer(root.language?.trimmed, 1)
        for child in root.children {
            switch words.tag(of: child) {
            case .title: draft.title.offer(text(child), 0)
            case .a: draft.link.offer(links.reference(child.attribute("href"), in: child), 1)
            default: break
            }
        }
        return draft
    }

    func item(_ node: TreeNode) -> EntryDraft {
        var draft = EntryDraft()
        draft.link.offer(links.reference(node.attribute("href"), in: node), 0)
        if let date = node.attribute("lastmod") { draft.date(date, \.updated, 0) }
        for child in node.children {
            switch words.tag(of: child) {
            case .title: draft.title.offer(text(child), 0)
            case .abstract: draft.summary.offer(text(child), 0)
            case .a: draft.link.offer(links.reference(child.attribute("href"), in: child), 1)
            default: break
            }
        }
        return draft
    }

    /// The text of an element; the first draft of the format has it in an attribute.
    private func text(_ node: TreeNode) -> String? {
        if let value = node.attribute("value") { return HTMLText.undeclared(value) }
        return words.tag(of: node) == .abstract ? TextConstruct.html(node) : TextConstruct.undeclared(node)
    }
}
