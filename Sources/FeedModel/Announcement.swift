/// What is said about a feed beside its entries.
public enum AnnouncementKind: String, Sendable, Hashable {
    /// A new entry.
    case new
    /// An entry that changed.
    case update
    /// "and 37 more": entries beyond the limit of one poll.
    case summary
    /// A feed, sink or device in trouble.
    case failing
    /// Trouble that is over.
    case recovered
}

/// The feed an announcement is about.
public struct FeedReference: Sendable, Hashable {
    /// The name users see: from feeds.json, else the feed's title, else its URL without credentials.
    public var name: String
    /// Without credentials.
    public var url: String
    public var title: String?
    public var link: String?

    public init(name: String, url: String, title: String? = nil, link: String? = nil) {
        self.name = name
        self.url = url
        self.title = title
        self.link = link
    }
}

/// One entry owed to one sink.
public struct Announcement: Sendable, Hashable {
    /// 32 hexadecimal digits from feed, entry, kind and sink: the same on every try.
    public var id: String
    public var kind: AnnouncementKind
    public var feed: FeedReference
    public var entry: Entry
    /// The name of the sink.
    public var sink: String
    /// When it came to be owed.
    public var created: Timestamp

    public init(
        id: String, kind: AnnouncementKind, feed: FeedReference, entry: Entry, sink: String,
        created: Timestamp
    ) {
        self.id = id
        self.kind = kind
        self.feed = feed
        self.entry = entry
        self.sink = sink
        self.created = created
    }

    /// A digest of what is announced and where to; `version` tells apart updates of one entry.
    public static func makeID(
        feed: String, entry: String, kind: AnnouncementKind, sink: String, version: String = ""
    ) -> String {
        StableHash.hex128([feed, entry, kind.rawValue, sink, version].joined(separator: "\u{0}").utf8)
    }

    /// The id in the shape of a UUID (8-4-4-4-12, version 8 of RFC 9562), as APNs wants it.
    public var uuid: String {
        var digits = Array(id)
        guard digits.count == 32 else { return id }
        digits[12] = "8"
        digits[16] = "a"
        let cuts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
        return cuts.map { String(digits[$0]) }.joined(separator: "-")
    }
}

/// How the delivery of one announcement ended.
public enum DeliveryOutcome: Sendable, Hashable {
    /// The receiver has it; the note is what it said, for `push` and logs.
    case delivered(note: String?)
    /// Some of its receivers have it, and others will never take it: these the failure names.
    case deliveredExcept(Failure)
    /// Some of its receivers must wait until then, while what comes after it may go.
    ///
    /// `reached` says that another receiver took something meanwhile: the sink works.
    case aside(Failure, until: Timestamp, reached: Bool)
    /// It may work later; not before `after`, where the receiver said so.
    case retry(Failure, after: Duration?)
    /// It will never work.
    case refused(Failure)
    /// The sink itself is misconfigured: everything is held until a person mends it.
    case suspended(Failure)
    /// The receiver is gone for good and says so (410): the sink stops until a person starts it again.
    case stopped(Failure)
    /// It was not begun, as the program stops.
    case untried

    /// Whether it waits for some of its receivers only.
    public var isAside: Bool { if case .aside = self { true } else { false } }

    /// Whether the announcement is done with, for good or ill.
    public var isFinal: Bool {
        switch self {
        case .delivered, .deliveredExcept, .refused: true
        case .aside, .retry, .suspended, .stopped, .untried: false
        }
    }
}
