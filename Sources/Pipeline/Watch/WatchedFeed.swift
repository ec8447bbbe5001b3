internal import FeedModel
internal import Markers
internal import Transport

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

/// A visit that a redirect leads to another host, where it waits for its turn as any other.
struct HeldVisit: Sendable {
    let request: OnwardRequest
    let started: Timestamp
}

/// What a visit made of a feed.
struct VisitResult: Sendable {
    /// The rest of the visit; nothing else is known yet.
    var held: HeldVisit?
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
