public import FeedModel

/// All that is remembered of one feed: what was seen of it, how it was polled last and what is still owed.
///
/// One file a feed; one atomic replace commits "seen", "owed" and the validators together.
public struct Marker: Sendable, Hashable {
    /// The latest date of all entries seen, never later than the moment they were seen.
    public var newestPublished: Timestamp?
    public var key: FeedKey
    /// The feed's own title and page, for names in `status` and in messages about it.
    public var title: String?
    public var link: String?
    public var poll = PollState()
    public var outbox = Outbox()
    public var memory = Memory()
    /// Whether the first document is to be learned without a word, because a damaged marker was set aside.
    public var startsSilently = false

    public init(key: FeedKey) {
        self.key = key
    }

    /// Whether no document was ever read: `first` decides what of the first one is announced.
    public var isUnstarted: Bool { memory.lastDocument == nil }
}
