import FeedModel
import XMLTree

/// Reads Atom 1.0 (RFC 4287) and 0.3, and what other vocabularies add to them.
struct AtomReader {
    private let words: Vocabulary
    private let links: LinkResolver

    init(_ words: Vocabulary, _ links: LinkResolver) {
        self.words = words
        self.links = links
    }

    func feed(_ root: TreeNode) -> FeedDraft {
        var draft = FeedDraft()
        draft.language.offer(root.language?.trimmed, 1)
        guard words.tag(of: root) == .feed else { return draft }
        for child in root.children {
            let space = words.namespace(of: child)
            guard let tag = words.tag(of: child) else { continue }
            if space.isAtom || space == .native {
                native(child, tag, space, &draft)
            } else {
                ExtensionReader(words, links).feed(child, tag, space, &draft)
            }
        }
        return draft
    }

    private func native(_ node: TreeNode, _ tag: Tag, _ space: Namespace, _ draft: inout FeedDraft) {
        switch tag {
        case .title: draft.title.offer(TextConstruct.plain(node, TextConstruct.kind(of: node, space)), 0)
        case .id: if draft.id == nil { draft.id = node.text.trimmed }
        case .link:
            let link = AtomLink(node, links)
            draft.link.offer(link.alternate, link.rank)
            if draft.selfLink == nil, link.rel == "self" { draft.selfLink = link.reference }
            if draft.hub == nil, link.rel == "hub" { draft.hub = link.reference }
        case .updated, .modified: draft.updated.offer(FeedDate.parse(node.text), 0)
        case .author: draft.author.offer(person(node), 0)
        default: break
        }
    }

    func entry(_ node: TreeNode) -> EntryDraft {
        var draft = EntryDraft()
        var authors: [String] = []
        var sourceAuthor: String?
        for child in node.children {
            let space = words.namespace(of: child)
            guard let tag = words.tag(of: child) else { continue }
            guard space.isAtom || space == .native else {
                ExtensionReader(words, links).entry(child, tag, space, &draft)
                continue
            }
            switch tag {
            case .author: if let name = person(child) { authors.append(name) }
            case .source: if sourceAuthor == nil { sourceAuthor = self.sourceAuthor(child) }
            default: native(child, tag, space, &draft)
            }
        }
        if !authors.isEmpty { draft.author.offer(authors.joined(separator: ", "), 0) }
        draft.author.offer(sourceAuthor, 9)
        return draft
    }

    private func native(_ node: TreeNode, _ tag: Tag, _ space: Namespace, _ draft: inout EntryDraft) {
        switch tag {
        case .id: if draft.id == nil { draft.id = node.text.trimmed }
        case .title: draft.title.offer(TextConstruct.plain(node, TextConstruct.kind(of: node, space)), 0)
        case .link: link(node, &draft)
        case .published, .issued: draft.date(node.text, \.published, 0)
        case .updated, .modified: draft.date(node.text, \.updated, 0)
        case .created: draft.date(node.text, \.published, 5)
        case .summary, .tagline:
            draft.summary.offer(TextConstruct.plain(node, TextConstruct.kind(of: node, space)), 0)
        case .content where node.attribute("src") == nil:
            draft.content.offer(TextConstruct.content(node, TextConstruct.kind(of: node, space)), 0)
        case .category:
            draft.category((node.attribute("term") ?? node.attribute("label") ?? node.text).trimmed)
        default: break
        }
    }

    private func link(_ node: TreeNode, _ draft: inout EntryDraft) {
        let link = AtomLink(node, links)
        draft.link.offer(link.alternate, link.rank)
        if link.rel == "enclosure", let reference = link.reference {
            draft.enclosures.append(
                (reference, link.type, node.attribute("length").flatMap { Int64($0.trimmed ?? "") }))
        }
    }

    /// The name of a person construct, else the address, else whatever text stands there.
    func person(_ node: TreeNode) -> String? {
        var mail: String?
        var uri: String?
        for child in node.children {
            switch words.tag(of: child) {
            case .name: if let name = child.plainText { return name }
            case .email: mail = mail ?? child.text.trimmed
            case .uri, .url: uri = uri ?? child.text.trimmed
            default: break
            }
        }
        return mail ?? uri ?? (node.hasChildren ? nil : PersonName.of(HTMLText.folded(node.text)))
    }

    private func sourceAuthor(_ source: TreeNode) -> String? {
        for child in source.children where words.tag(of: child) == .author {
            if let name = person(child) { return name }
        }
        return nil
    }
}

/// One Atom link (RFC 4287 §4.2.7): where it leads and how well it suits as the page.
struct AtomLink {
    let rel: String
    let type: String?
    let reference: Reference?
    /// The link where it leads to the page, with its rank among such links: HTML goes before other types, scripts come last.
    let alternate: Reference?
    let rank: Int

    init(_ node: TreeNode, _ links: LinkResolver) {
        var rel = (node.attribute("rel")?.trimmed ?? "alternate").lowercased()
        for prefix in [
            "http://www.iana.org/assignments/relation/", "https://www.iana.org/assignments/relation/",
        ]
        where rel.hasPrefix(prefix) { rel = String(rel.dropFirst(prefix.count)) }
        self.rel = rel
        type = node.attribute("type")?.trimmed
        let href = node.attribute("href")
        if let href, href.trimmed == nil {
            // The empty reference means the document itself, or its base (RFC 3986 §4.4).
            reference = links.base(of: node).map { Reference(text: "", base: $0) }
        } else {
            reference = links.reference(href ?? (node.hasChildren ? nil : node.text), in: node)
        }
        let kind = type?.lowercased()
        let isPage = kind.map { $0.hasPrefix("text/html") || $0.contains("xhtml") } ?? false
        let isUsable = reference.map { LinkResolver.isUsable($0.text) } ?? true
        rank = (isPage ? 0 : kind == nil ? 1 : 2) + (isUsable ? 0 : 3)
        alternate = rel == "alternate" ? reference : nil
    }
}
