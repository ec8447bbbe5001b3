internal import FeedModel
internal import Markers

/// One feed as the loop keeps it between polls.
struct WatchedFeed: Sendable {
    var subscription: Subscription
    var poll: PollState
    /// The feed's own title, once known.
    var title: String?

    var key: FeedKey { FeedKey(subscription) }

    /// The name users see: from feeds.json, else the feed's title, else its URL without credentials.
    var name: String { subscription.name ?? title ?? URLMask.masked(subscription.url) }
}

/// What a visit made of a feed.
struct VisitResult: Sendable {
    var poll: PollState
    var title: String?
    var failure: Failure?
    var hostPause: Timestamp?
    var host = ""
    /// Entries announced.
    var new = 0
    /// What came back in few words, for metrics: `200`, `304`, `error`.
    var answer = "error"
}
