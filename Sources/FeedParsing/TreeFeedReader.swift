import FeedModel
import XMLTree

/// Reads a feed from its tree, entry by entry as they become complete.
final class TreeFeedReader: EntryVisitor {
    private let words = Vocabulary()
    private var links: LinkResolver
    private var kind: RootKind?
    private var entries: [Entry] = []
    /// Entries with references that wait for the channel's link, by their place.
    private var waiting: [(place: Int, draft: EntryDraft)] = []
    /// The links as written of entries that have neither id nor absolute link.
    private var writtenLinks: [Int: String] = [:]
    private var emptyCount = 0

    /// Of entries that say nothing at all so many are kept: a flood of them costs no memory.
    static let mostEmpty = 100

    init(url: String?) {
        links = LinkResolver(url: url)
    }

    func begin() {
        entries = []
        waiting = []
        writtenLinks = [:]
        emptyCount = 0
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
        case .atom: keep(AtomReader(words, links).entry(entry))
        case .rss: keep(RSSReader(words, links).item(entry))
        case .cdf: keep(CDFReader(words, links).item(entry))
        }
    }

    private func keep(_ draft: EntryDraft) {
        if draft.isEmpty {
            emptyCount += 1
            guard emptyCount <= Self.mostEmpty else { return }
        }
        let entry = self.entry(draft)
        if links.url == nil, needsChannel(draft) { waiting.append((entries.count, draft)) }
        if draft.id == nil, entry.link == nil { writtenLinks[entries.count] = draft.link.value?.text }
        entries.append(entry)
    }

    /// Whether a reference could not be made absolute yet.
    private func needsChannel(_ draft: EntryDraft) -> Bool {
        func isOpen(_ reference: Reference?) -> Bool { reference != nil && links.absolute(reference) == nil }
        return isOpen(draft.link.value) || isOpen(draft.guidLink)
            || draft.enclosures.contains { isOpen($0.reference) }
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
        for (place, draft) in waiting { entries[place] = entry(draft) }
        waiting = []
        if let author = draft.author.value {
            for place in entries.indices where entries[place].author == nil { entries[place].author = author }
        }
        swap(&feed.entries, &entries)
        EntryIdentity.settle(&feed.entries, writtenLinks: writtenLinks)
    }

    private func entry(_ draft: EntryDraft) -> Entry {
        var entry = Entry(id: draft.id ?? "")
        entry.title = draft.title.value
        entry.link = links.absolute(draft.link.value) ?? links.absolute(draft.guidLink)
        entry.author = draft.author.value
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
