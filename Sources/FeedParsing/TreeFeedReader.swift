import FeedModel
import XMLTree

/// Reads a feed from its tree, entry by entry as they become complete.
final class TreeFeedReader: EntryVisitor {
    private let words = Vocabulary()
    private var links: LinkResolver
    private var kind: RootKind?
    private var drafts: [EntryDraft] = []

    init(url: String?) {
        links = LinkResolver(url: url)
    }

    func begin() {
        drafts = []
        kind = nil
    }

    func visit(_ entry: TreeNode) {
        words.forgetNamespaces()
        if kind == nil, let root = outermost(entry) {
            words.adopt(root: root)
            kind = RootKind(root, words)
        }
        guard let kind else { return }
        read(entry, kind)
    }

    private func outermost(_ node: TreeNode) -> TreeNode? {
        var node = node
        while let parent = node.parent { node = parent }
        return node
    }

    private func read(_ entry: TreeNode, _ kind: RootKind) {
        switch kind.reader {
        case .atom: drafts.append(AtomReader(words, links).entry(entry))
        case .rss: drafts.append(RSSReader(words, links).item(entry))
        case .cdf: drafts.append(CDFReader(words, links).item(entry))
        }
    }

    /// The feed, once the whole document is read; nil when its root is no feed's.
    func finish(_ root: TreeNode, isWellFormed: Bool) -> Feed? {
        words.forgetNamespaces()
        words.adopt(root: root)
        guard let kind = self.kind ?? RootKind(root, words) else { return nil }
        if words.tag(of: root) == .entry { read(root, kind) }
        let draft: FeedDraft
        switch kind.reader {
        case .atom: draft = AtomReader(words, links).feed(root)
        case .rss: draft = RSSReader(words, links).feed(root)
        case .cdf: draft = CDFReader(words, links).feed(root)
        }
        var feed = Feed(format: kind.format)
        feed.version = kind.version
        feed.isWellFormed = isWellFormed
        fill(&feed, draft)
        return feed
    }

    private func fill(_ feed: inout Feed, _ draft: FeedDraft) {
        feed.title = draft.title.value
        feed.link = links.absolute(draft.link.value)
        links.channelLink = feed.link
        feed.id = draft.id
        feed.selfLink = links.absolute(draft.selfLink)
        feed.hub = links.absolute(draft.hub)
        feed.updated = draft.updated.value
        feed.language = draft.language.value
        feed.ttlMinutes = draft.ttl ?? draft.period.map { $0 / max(1, draft.frequency ?? 1) }
        feed.skipHours = draft.skipHours
        feed.skipDays = draft.skipDays
        feed.entries.reserveCapacity(drafts.count)
        for entry in drafts { feed.entries.append(self.entry(entry, feedAuthor: draft.author.value)) }
        let written = drafts.map { $0.link.value?.text }
        drafts = []
        EntryIdentity.settle(&feed.entries, writtenLinks: written)
    }

    private func entry(_ draft: EntryDraft, feedAuthor: String?) -> Entry {
        var entry = Entry(id: draft.id ?? "")
        entry.title = draft.title.value
        entry.link = links.absolute(draft.link.value) ?? links.absolute(draft.guidLink)
        entry.author = draft.author.value ?? feedAuthor
        entry.published = draft.published.value
        entry.updated = draft.updated.value
        if entry.date == nil { entry.unreadableDate = draft.unreadableDate }
        entry.summary = draft.summary.value
        entry.content = draft.content.value
        entry.categories = draft.categories
        entry.enclosures = draft.enclosures.compactMap { found in
            let url = links.absolute(found.reference) ?? found.reference.text.followable
            return url.map { Enclosure(url: $0, type: found.type, length: found.length) }
        }
        return entry
    }
}
