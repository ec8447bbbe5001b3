public import FeedModel
internal import Host

/// What feeds.json says about announcing a feed, compiled.
public struct NoveltySettings: Sendable {
    /// What to announce of the first document.
    public var first: Subscription.First = .newest(1)
    public var filter = EntryFilter()
    /// Whether changed entries are announced.
    public var updates = false
    /// At most this many announcements of one document, the rest as one summary.
    public var limit = 20
    /// The name users see, for the summary's text.
    public var feedName = ""
    /// Replaces the id by its first group (else whole match).
    var identity: Pattern?

    public init() {}

    /// Compiles a subscription's patterns; the fault names the setting.
    public init(_ subscription: Subscription, feedName: String) throws(Failure) {
        first = subscription.first
        filter = try EntryFilter(include: subscription.include, exclude: subscription.exclude)
        updates = subscription.updates
        limit = subscription.limit
        self.feedName = feedName
        try setIdentity(subscription.identity)
    }

    /// Compiles and sets `identity`.
    public mutating func setIdentity(_ pattern: String?) throws(Failure) {
        do {
            identity = try pattern.map { text throws(PatternError) in try Pattern(text, isCaseless: false) }
        } catch {
            throw Failure(
                .markers,
                "identity \"\(pattern ?? "")\" is no regular expression: \(error.message) at character \(error.offset)"
            )
        }
    }
}
