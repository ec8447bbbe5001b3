/// The family of formats a document belongs to; the raw value is what `feedherald parse` prints.
public enum FeedFormat: String, Sendable, Hashable {
    case atom
    case rss
    case rdf
    case json
    case cdf
    case xSearch = "x-search"
}

/// What one document says: the feed and its entries in document order.
///
/// Texts are plain text with white space folded unless a property says otherwise; URLs are absolute.
public struct Feed: Sendable, Hashable {
    public var format: FeedFormat
    /// As declared or told by the namespace: "1.0", "2.0", "0.3"; nil when the document does not say.
    public var version: String?
    /// Whether the document was well-formed before any repair.
    public var isWellFormed = true
    public var title: String?
    /// The page the feed belongs to.
    public var link: String?
    public var id: String?
    /// Where the feed says it lives (`rel="self"`, `feed_url`).
    public var selfLink: String?
    /// The WebSub hub, if any.
    public var hub: String?
    public var updated: Timestamp?
    public var language: String?
    /// The publisher's own wish for the time between polls, in minutes (RSS `ttl`, `sy:updatePeriod`).
    public var ttlMinutes: Int?
    /// Hours of the day in UTC, 0 to 23, in which the publisher wants no polls (RSS `skipHours`).
    public var skipHours: [Int] = []
    /// Days of the week, 0 Sunday to 6 Saturday, in which the publisher wants no polls (RSS `skipDays`).
    public var skipDays: [Int] = []
    public var entries: [Entry] = []

    public init(format: FeedFormat) {
        self.format = format
    }
}

/// One entry of a feed as the document gives it.
public struct Entry: Sendable, Hashable {
    /// The entry's identity: the publisher's bytes, or made from the entry's own content when it gives none.
    public var id: String
    /// Whether `id` was made here because the document gives none.
    public var isIDMade = false
    public var title: String?
    public var link: String?
    public var author: String?
    public var published: Timestamp?
    public var updated: Timestamp?
    /// The text of a publication date that could not be read as a moment.
    public var unreadableDate: String?
    public var summary: String?
    /// HTML as given, not cleaned.
    public var content: String?
    public var categories: [String] = []
    public var enclosures: [Enclosure] = []

    public init(id: String) {
        self.id = id
    }

    /// The date by which entries are ordered: published, else updated.
    public var date: Timestamp? { published ?? updated }
}

/// A file that belongs to an entry (podcast episode, picture).
public struct Enclosure: Sendable, Hashable {
    public var url: String
    public var type: String?
    /// Size in bytes.
    public var length: Int64?

    public init(url: String, type: String? = nil, length: Int64? = nil) {
        self.url = url
        self.type = type
        self.length = length
    }
}
