public import FeedModel

/// What feeds.json calls a feed; a marker belongs to the feed that still has the URL or, failing that, the name.
public struct FeedKey: Sendable, Hashable {
    /// The name given in feeds.json; nil when none is given.
    public var name: String?
    /// The configured URL, not one that a redirect led to.
    public var url: String

    public init(name: String? = nil, url: String) {
        self.name = name
        self.url = url
    }

    public init(_ subscription: Subscription) {
        self.init(name: subscription.name, url: subscription.url)
    }
}
