public import FeedModel

/// What a document means for a feed: what to announce, what to remember, and why.
public struct NoveltyDecision: Sendable {
    /// One thing to announce.
    public struct News: Sendable, Hashable {
        public var entry: Entry
        public var kind: AnnouncementKind
        /// Tells apart announcements of one id: for updates, and for new articles under a known or shared id.
        public var version: String

        public init(entry: Entry, kind: AnnouncementKind, version: String = "") {
            self.entry = entry
            self.kind = kind
            self.version = version
        }
    }

    /// Oldest first; a summary of what exceeded the limit comes last.
    public var announcements: [News]
    /// Entries behind the summary, oldest first: for the history.
    public var summarised: [News]
    /// The next marker, its outbox and poll state as they were.
    public var marker: Marker
    /// One a document entry, in document order.
    public var verdicts: [Verdict]
    /// Whether the document was the first one of this feed.
    public var isFirst: Bool
}

/// Why an entry is, or is not, announced.
public struct Verdict: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable {
        case new
        case update
        /// Seen before.
        case known
        /// Listed twice in this document.
        case double
        /// Unknown, but an old article that slid or was filled back in.
        case old
        /// Learned silently because the feed is watched for the first time.
        case first
        /// Held back by include or exclude.
        case filtered
        /// New, beyond the limit of one poll.
        case summarised
    }

    public var kind: Kind
    /// The entry's place in the document.
    public var index: Int
    public var id: String
    public var title: String?
    /// In words, without a full stop.
    public var reason: String

    /// Whether it is announced by itself.
    public var isAnnounced: Bool { kind == .new || kind == .update }
}
