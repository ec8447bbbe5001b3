import FeedModel
import XMLTree

/// Reads RSS 0.9x to 2.0 and RSS 1.0 (RDF).
struct RSSReader {
    private let words: Vocabulary
    private let links: LinkResolver

    init(_ words: Vocabulary, _ links: LinkResolver) {
        self.words = words
        self.links = links
    }

    /// The feed's own fields: those of its channel, wherever that is, and of the root where there is none.
    func feed(_ root: TreeNode) -> FeedDraft {
        var draft = FeedDraft()
        read(root, &draft)
        for child in root.children where words.tag(of: child) == .channel {
            read(child, &draft)
            draft.id = draft.id ?? about(child)
            draft.language.offer(child.xmlAttribute("lang")?.trimmed, 1)
        }
        draft.language.offer(root.xmlAttribute("lang")?.trimmed, 2)
        return draft
    }

    private func read(_ parent: TreeNode, _ draft: inout FeedDraft) {
        for child in parent.children {
            let space = words.namespace(of: child)
            guard let tag = words.tag(of: child) else { continue }
            if isNative(child, space) {
                channel(child, tag, &draft)
            } else {
                ExtensionReader(words, links).feed(child, tag, space, &draft)
            }
        }
    }

    /// Whether an element is RSS's own: by namespace, or because a root `rss` carries a foreign default namespace.
    private func isNative(_ node: TreeNode, _ space: Namespace) -> Bool {
        space.isRSS || space.isAtom && node.prefix == nil && node.parent?.namespaceKey == node.namespaceKey
    }

    private func channel(_ node: TreeNode, _ tag: Tag, _ draft: inout FeedDraft) {
        switch tag {
        case .title: draft.title.offer(TextConstruct.undeclared(node), 0)
        case .link:
            draft.link.offer(links.reference(address(node), in: node), 0)
            if node.attribute("href") != nil {
                ExtensionReader(words, links).feed(node, tag, .atom10, &draft)
            }
        case .pubdate: draft.updated.offer(FeedDate.parse(node.text), 2)
        case .lastbuilddate: draft.updated.offer(FeedDate.parse(node.text), 1)
        case .language: draft.language.offer(node.text.trimmed, 0)
        case .ttl: draft.ttl = node.text.trimmed.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
        case .skiphours: draft.skipHours = SkipTimes.hours(node)
        case .skipdays: draft.skipDays = SkipTimes.days(node)
        default: break
        }
    }

    func item(_ node: TreeNode) -> EntryDraft {
        var draft = EntryDraft()
        var atomID: String?
        for child in node.children {
            let space = words.namespace(of: child)
            guard let tag = words.tag(of: child) else { continue }
            if tag == .id, isNative(child, space) || space.isAtom {
                atomID = atomID ?? child.text.trimmed
            } else if isNative(child, space) {
                native(child, tag, &draft)
            } else {
                ExtensionReader(words, links).entry(child, tag, space, &draft)
            }
        }
        draft.id = draft.id ?? about(node) ?? atomID
        return draft
    }

    private func native(_ node: TreeNode, _ tag: Tag, _ draft: inout EntryDraft) {
        switch tag {
        case .title: draft.title.offer(TextConstruct.undeclared(node), 0)
        case .link: link(node, &draft)
        case .guid: guid(node, &draft)
        case .description: draft.summary.offer(TextConstruct.html(node), 0)
        case .summary: draft.summary.offer(TextConstruct.html(node), 1)
        case .encoded: draft.content.offer(TextConstruct.markup(node), 0)
        case .body, .fullitem: draft.content.offer(TextConstruct.markup(node), 1)
        case .content: draft.content.offer(TextConstruct.markup(node), 2)
        case .pubdate: draft.date(node.text, \.published, 0)
        case .published, .issued: draft.date(node.text, \.published, 1)
        case .date: draft.date(node.text, \.published, 12)
        case .updated, .modified: draft.date(node.text, \.updated, 1)
        case .author: author(node, &draft)
        case .creator: draft.author.offer(PersonName.of(TextConstruct.undeclared(node)), 12)
        case .category: draft.category(TextConstruct.undeclared(node))
        case .enclosure: enclosure(node, &draft)
        default: break
        }
    }

    private func author(_ node: TreeNode, _ draft: inout EntryDraft) {
        if node.hasChildren, let name = AtomReader(words, links).person(node) {
            draft.author.offer(name, 0)
        } else if let name = PersonName.of(TextConstruct.undeclared(node)) {
            // A bare address says less than a name elsewhere.
            draft.author.offer(name, PersonName.isAddress(name) ? 20 : 0)
        }
    }

    private func link(_ node: TreeNode, _ draft: inout EntryDraft) {
        draft.link.offer(links.reference(address(node), in: node), 0)
        guard node.attribute("href") != nil else { return }
        let link = AtomLink(node, links)
        draft.link.offer(link.alternate, 5 + link.rank)
    }

    /// The text of a link; some write it as HTML's.
    private func address(_ node: TreeNode) -> String? {
        let text = node.text
        return text.utf8.contains(0x3C) ? HTMLText.plain(text) : text
    }

    private func guid(_ node: TreeNode, _ draft: inout EntryDraft) {
        guard draft.id == nil, let id = node.text.trimmed else { return }
        draft.id = id
        let said = node.attribute("ispermalink")?.lowercased().trimmed
        guard said != "false", said != "0", said != "no" else { return }
        let scheme = URLReference(id).scheme
        if scheme == "http" || scheme == "https" || scheme == "ftp" {
            draft.guidLink = links.reference(id, in: node)
        }
    }

    private func enclosure(_ node: TreeNode, _ draft: inout EntryDraft) {
        let written =
            node.attribute("url") ?? node.attribute("href") ?? node.attribute("resource") ?? node.text
        guard let reference = links.reference(written, in: node) else { return }
        let length = node.attribute("length")?.trimmed.flatMap { Int64($0) }
        draft.enclosures.append((reference, node.attribute("type")?.trimmed, length))
    }

    /// The identity of a resource in RDF.
    private func about(_ node: TreeNode) -> String? { node.attribute("about")?.trimmed }
}

/// The hours and days in which a publisher wants no polls (RSS 2.0 `skipHours`, `skipDays`).
enum SkipTimes {
    static func hours(_ node: TreeNode) -> [Int] {
        // 24 stands for 0 in RSS 0.91.
        let hours = node.children.compactMap { Int($0.text.trimmed ?? "") }.filter { (0...24).contains($0) }
        return Array(Set(hours.map { $0 % 24 })).sorted()
    }

    static func days(_ node: TreeNode) -> [Int] {
        let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
        let days = node.children.compactMap { child in
            (child.text.trimmed?.lowercased().prefix(3)).flatMap { names.firstIndex(of: String($0)) }
        }
        return Array(Set(days)).sorted()
    }
}
