/// One feed to watch, as feeds.json says with its defaults filled in.
///
/// What is not its name and address lies in ``Details``, which all feeds of the same settings share: a list of a
/// million plain addresses stays small.
@dynamicMemberLookup
public struct Subscription: Sendable, Hashable {
    /// What to announce when nothing is stored about the feed.
    public enum First: Sendable, Hashable {
        case none
        case newest(Int)
        case all
    }

    /// The settings of a feed.
    public struct Details: Sendable, Hashable {
        /// The time between polls, start to start; nil takes the DELAY of the command line.
        public var delay: Duration?
        public var first: First = .newest(1)
        public var include: [FilterRule] = []
        public var exclude: [FilterRule] = []
        /// Names of the sinks to announce to; nil means all of them.
        public var sinks: [String]?
        /// Whether changed entries are announced.
        public var updates = false
        /// A regular expression whose first group (else whole match) replaces the id.
        public var identity: String?
        /// At most this many announcements a poll; the rest becomes one summary.
        public var limit = 20
        public var tags: [String] = []
        public var isPaused = false
        public var request = RequestSettings()
    }

    private final class Box: Sendable {
        let value: Details

        init(_ value: Details) {
            self.value = value
        }
    }

    private static let plain = Box(Details())

    /// The name in feeds.json; nil lets the feed's own title, else the URL, stand for it.
    public var name: String?
    /// An http, https or file URL.
    public var url: String
    private var box = Self.plain

    public init(url: String) {
        self.url = url
    }

    /// The settings beside name and address; each of them is also a property of the subscription.
    public var details: Details {
        get { box.value }
        set { box = Box(newValue) }
    }

    // What every poll reads, as plain properties: by key path each costs as much as ten of them.

    public var delay: Duration? {
        get { box.value.delay }
        set { details.delay = newValue }
    }

    public var isPaused: Bool {
        get { box.value.isPaused }
        set { details.isPaused = newValue }
    }

    public var request: RequestSettings {
        get { box.value.request }
        set { details.request = newValue }
    }

    public var ignoresHints: Bool { box.value.request.ignoresHints }

    public var adoptsAfter: Duration { box.value.request.adoptsAfter }

    public subscript<Value>(dynamicMember path: WritableKeyPath<Details, Value>) -> Value {
        get { box.value[keyPath: path] }
        set { details[keyPath: path] = newValue }
    }

    /// The name to show before the feed's title is known: the name, else the URL without credentials.
    public var label: String { name ?? URLMask.masked(url) }

    public static func == (left: Subscription, right: Subscription) -> Bool {
        left.name == right.name && left.url == right.url
            && (left.box === right.box || left.details == right.details)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(url)
    }
}

/// How one feed is asked for.
public struct RequestSettings: Sendable, Hashable {
    public var headers: [HeaderField] = []
    public var user: String?
    public var password: Secret?
    public var cookie: Secret?
    /// GET or POST.
    public var method = "GET"
    /// Fields of a form sent by POST; their values are percent-encoded when sent.
    public var form: [FormField] = []
    /// A proxy URL as libcurl takes it: http, https, socks4, socks4a, socks5, socks5h.
    public var proxy: Secret?
    /// Path of a PEM bundle that replaces the system's.
    public var ca: String?
    public var isInsecure = false
    /// Whether redirects may lead from public to private addresses.
    public var allowsPrivate = false
    /// Whether Cache-Control, Expires, ttl and skip hours of this feed are passed over.
    public var ignoresHints = false
    /// How long a permanent redirect must have been seen before its target is adopted.
    public var adoptsAfter: Duration = .seconds(86_400)
    public var timeout: Duration = .seconds(30)
    /// The largest decoded body, in bytes.
    public var maxBytes = 10 << 20

    public init() {}
}

/// One header of a request; the value may be a secret.
public struct HeaderField: Sendable, Hashable {
    public var name: String
    public var value: Secret

    public init(name: String, value: Secret) {
        self.name = name
        self.value = value
    }
}

/// One field of a form.
public struct FormField: Sendable, Hashable {
    public var name: String
    public var value: Secret

    public init(name: String, value: Secret) {
        self.name = name
        self.value = value
    }
}

/// One `include` or `exclude` pattern, on one field or on all of them.
public struct FilterRule: Sendable, Hashable {
    public enum Field: String, Sendable, Hashable, CaseIterable {
        case title, author, summary, content, category, link
    }

    /// nil: title, author, summary, content, categories and link.
    public var field: Field?
    /// A regular expression (PCRE2), matched anywhere and without regard to case.
    public var pattern: String

    public init(field: Field? = nil, pattern: String) {
        self.field = field
        self.pattern = pattern
    }
}

/// All of feeds.json: what to watch, where to announce.
public struct SubscriptionList: Sendable {
    /// The file's own delay; the command line's goes before it.
    public var delay: Duration?
    /// Requests at the same time to one host.
    public var perHost = 1
    /// The least time between two requests to one host.
    public var hostGap: Duration = .zero
    /// A feed that fails for so long is announced once; nil never.
    public var failureNotice: Duration? = .seconds(86_400)
    public var subscriptions: [Subscription] = []
    public var sinks: [SinkSettings] = []
    /// What is not wrong but should be known: files of secrets that others may read.
    public var warnings: [String] = []

    public init() {}
}
