import FeedModel
import XMLTree

/// Reads what Dublin Core, Media RSS, iTunes, content and Atom add to any format; it fills gaps and replaces nothing.
///
/// Ranks from 10 on lie behind every format's own fields.
struct ExtensionReader {
    private let words: Vocabulary
    private let links: LinkResolver

    init(_ words: Vocabulary, _ links: LinkResolver) {
        self.words = words
        self.links = links
    }

    func entry(_ node: TreeNode, _ tag: Tag, _ space: Namespace, _ draft: inout EntryDraft) {
        switch space {
        case .dublinCore, .dcTerms: dublinCore(node, tag, space, &draft)
        case .media: media(node, tag, &draft)
        case .itunes: itunes(node, tag, &draft)
        case .content: if tag == .encoded { draft.content.offer(TextConstruct.markup(node), 0) }
        case .xhtml: if tag == .body || tag == .div { draft.content.offer(TextConstruct.markup(node), 1) }
        case .atom10, .atom03: atom(node, tag, space, &draft)
        default: break
        }
    }

    private func dublinCore(_ node: TreeNode, _ tag: Tag, _ space: Namespace, _ draft: inout EntryDraft) {
        switch tag {
        case .title: draft.title.offer(TextConstruct.undeclared(node), 10)
        case .creator: draft.author.offer(PersonName.of(TextConstruct.undeclared(node)), 10)
        case .author: draft.author.offer(PersonName.of(TextConstruct.undeclared(node)), 11)
        case .description, .abstract: draft.summary.offer(TextConstruct.html(node), 10)
        case .subject: draft.category(TextConstruct.undeclared(node))
        case .issued, .available: draft.date(node.text, \.published, 10)
        case .date: draft.date(node.text, \.published, 11)
        case .created: draft.date(node.text, \.published, 12)
        case .modified: draft.date(node.text, \.updated, 10)
        default: break
        }
    }

    private func media(_ node: TreeNode, _ tag: Tag, _ draft: inout EntryDraft) {
        switch tag {
        case .title: draft.title.offer(TextConstruct.undeclared(node), 14)
        case .description: draft.summary.offer(TextConstruct.html(node), 14)
        case .category: draft.category(TextConstruct.undeclared(node))
        case .group, .content:
            for child in node.children where words.namespace(of: child) == .media {
                switch words.tag(of: child) {
                case .description: draft.summary.offer(TextConstruct.html(child), 15)
                case .category: draft.category(TextConstruct.undeclared(child))
                case .title: draft.title.offer(TextConstruct.undeclared(child), 15)
                default: break
                }
            }
        default: break
        }
    }

    private func itunes(_ node: TreeNode, _ tag: Tag, _ draft: inout EntryDraft) {
        switch tag {
        case .title: draft.title.offer(TextConstruct.undeclared(node), 12)
        case .author: draft.author.offer(PersonName.of(TextConstruct.undeclared(node)), 13)
        case .summary: draft.summary.offer(TextConstruct.html(node), 12)
        case .subtitle: draft.summary.offer(TextConstruct.html(node), 16)
        case .category: for name in Self.categories(node) { draft.category(name) }
        case .keywords:
            for word in node.text.split(separator: ",") { draft.category(HTMLText.folded(String(word))) }
        default: break
        }
    }

    /// The names of an iTunes category and of those inside it.
    private static func categories(_ node: TreeNode) -> [String] {
        let inner = node.children.compactMap { $0.attribute("text")?.trimmed }
        return [node.attribute("text")?.trimmed].compactMap { $0 } + inner
    }

    private func atom(_ node: TreeNode, _ tag: Tag, _ space: Namespace, _ draft: inout EntryDraft) {
        switch tag {
        case .title: draft.title.offer(TextConstruct.plain(node, TextConstruct.kind(of: node, space)), 11)
        case .author: draft.author.offer(AtomReader(words, links).person(node), 11)
        case .published, .issued: draft.date(node.text, \.published, 1)
        case .updated, .modified: draft.date(node.text, \.updated, 0)
        case .summary: draft.summary.offer(TextConstruct.plain(node, TextConstruct.kind(of: node, space)), 11)
        case .content where node.attribute("src") == nil:
            draft.content.offer(TextConstruct.content(node, TextConstruct.kind(of: node, space)), 3)
        case .category: draft.category((node.attribute("term") ?? node.text).trimmed)
        case .link:
            let link = AtomLink(node, links)
            draft.link.offer(link.alternate, 10 + link.rank)
            if link.rel == "enclosure", let reference = link.reference {
                draft.enclosures.append(
                    (reference, link.type, node.attribute("length").flatMap { Int64($0) }))
            }
        default: break
        }
    }

    func feed(_ node: TreeNode, _ tag: Tag, _ space: Namespace, _ draft: inout FeedDraft) {
        switch (space, tag) {
        case (.dublinCore, .title): draft.title.offer(TextConstruct.undeclared(node), 10)
        case (.dublinCore, .language): draft.language.offer(node.text.trimmed, 0)
        case (.dublinCore, .date): draft.updated.offer(FeedDate.parse(node.text), 11)
        case (.dcTerms, .modified): draft.updated.offer(FeedDate.parse(node.text), 0)
        case (.syndication, .updateperiod): draft.period = Self.minutes(of: node.text)
        case (.syndication, .updatefrequency): draft.frequency = Int(node.text.trimmed ?? "")
        case (.atom10, .link), (.atom03, .link):
            let link = AtomLink(node, links)
            draft.link.offer(link.alternate, 10 + link.rank)
            if draft.selfLink == nil, link.rel == "self" { draft.selfLink = link.reference }
            if draft.hub == nil, link.rel == "hub" { draft.hub = link.reference }
        case (.atom10, .updated), (.atom03, .modified): draft.updated.offer(FeedDate.parse(node.text), 0)
        case (.atom10, .id), (.atom03, .id): if draft.id == nil { draft.id = node.text.trimmed }
        default: break
        }
    }

    /// The minutes of a `sy:updatePeriod` (RSS 1.0 Syndication module).
    private static func minutes(of text: String) -> Int? {
        switch text.trimmed?.lowercased() {
        case "hourly": 60
        case "daily": 1440
        case "weekly": 7 * 1440
        case "monthly": 30 * 1440
        case "yearly": 365 * 1440
        default: nil
        }
    }
}
