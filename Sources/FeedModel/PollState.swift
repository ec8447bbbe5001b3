/// What a server gave to ask it conditionally the next time: opaque texts, sent back byte for byte
/// (RFC 9110 §8.8.2, §8.8.3, §13.1).
public struct Validators: Sendable, Hashable {
    public var etag: String?
    public var lastModified: String?

    public init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }

    public var isEmpty: Bool { etag == nil && lastModified == nil }
}

/// What polling remembers of one feed between polls and restarts; part of its marker.
public struct PollState: Sendable, Hashable {
    public var validators = Validators()
    /// ``StableHash`` of the last body that was parsed, to recognise it without validators.
    public var bodyDigest: UInt64?
    public var lastPoll: Timestamp?
    public var lastSuccess: Timestamp?
    /// Not before this moment, whatever the delay says.
    public var nextPoll: Timestamp?
    /// Why then, in few words such as "Retry-After" or "back-off after 3 failures".
    public var nextPollReason: String?
    /// The last answer in few words: "200, 20 entries", "304", "HTTP 503".
    public var lastAnswer: String?
    /// ``StableHash`` of the address in feeds.json that all of this belongs to; another address starts afresh.
    public var addressDigest: UInt64?
    /// New entries a day, decayed over time, for the adaptive schedule.
    public var entriesPerDay: Double?
    /// When ``entriesPerDay`` was last brought up to date.
    public var rateAsOf: Timestamp?
    /// Nil for most feeds: a million of them must stay small.
    private var rare: RareBox?

    public init() {}

    /// Whether two states differ in more than the course of things: the times of polls, what they answered, and the rate.
    ///
    /// - Parameter plan: whether the next poll's time and reason count.
    public func differsLastingly(from other: PollState, plan: Bool) -> Bool {
        validators != other.validators || bodyDigest != other.bodyDigest
            || addressDigest != other.addressDigest
            || rare != other.rare
            || plan && (nextPoll != other.nextPoll || nextPollReason != other.nextPollReason)
    }
}

/// What only some feeds have: failures, moves, wishes.
private struct Rarities: Sendable, Hashable {
    var failures = 0
    var failingSince: Timestamp?
    var lastFailure: String?
    var isFailureAnnounced = false
    var goneSince: Timestamp?
    var movedURL: String?
    var validatedURL: String?
    var moveSighting: MoveSighting?
    var hints = PublisherHints()
    var hostPausedUntil: Timestamp?

    static let none = Rarities()
}

private final class RareBox: Sendable, Hashable {
    let value: Rarities

    init(_ value: Rarities) {
        self.value = value
    }

    static func == (left: RareBox, right: RareBox) -> Bool { left === right || left.value == right.value }
    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

// Plain properties: a subscript by key path costs ten times as much, and each poll reads most of them.
extension PollState {
    private mutating func change(_ body: (inout Rarities) -> Void) {
        var value = rare?.value ?? .none
        body(&value)
        rare = value == .none ? nil : RareBox(value)
    }

    /// Failures since the last success.
    public var failures: Int {
        get { rare?.value.failures ?? 0 }
        set { if newValue != failures { change { $0.failures = newValue } } }
    }

    public var failingSince: Timestamp? {
        get { rare?.value.failingSince }
        set { if newValue != failingSince { change { $0.failingSince = newValue } } }
    }

    public var lastFailure: String? {
        get { rare?.value.lastFailure }
        set { if newValue != lastFailure { change { $0.lastFailure = newValue } } }
    }

    /// Whether the feed's failing was announced.
    public var isFailureAnnounced: Bool {
        get { rare?.value.isFailureAnnounced ?? false }
        set { if newValue != isFailureAnnounced { change { $0.isFailureAnnounced = newValue } } }
    }

    /// When the server said 410; nothing is polled after it.
    public var goneSince: Timestamp? {
        get { rare?.value.goneSince }
        set { if newValue != goneSince { change { $0.goneSince = newValue } } }
    }

    /// The address a permanent redirect moved the feed to; feeds.json's stays as it is.
    public var movedURL: String? {
        get { rare?.value.movedURL }
        set { if newValue != movedURL { change { $0.movedURL = newValue } } }
    }

    /// The address that gave the validators, without its query, where it is another than the one asked: they mean
    /// nothing elsewhere.
    public var validatedURL: String? {
        get { rare?.value.validatedURL }
        set { if newValue != validatedURL { change { $0.validatedURL = newValue } } }
    }

    /// A permanent redirect seen but not yet trusted.
    public var moveSighting: MoveSighting? {
        get { rare?.value.moveSighting }
        set { if newValue != moveSighting { change { $0.moveSighting = newValue } } }
    }

    /// What the publisher last said about how often to come.
    public var hints: PublisherHints {
        get { rare?.value.hints ?? PublisherHints() }
        set { if newValue != hints { change { $0.hints = newValue } } }
    }

    /// Until when no feed of this host is asked (429, or 503 with Retry-After).
    public var hostPausedUntil: Timestamp? {
        get { rare?.value.hostPausedUntil }
        set { if newValue != hostPausedUntil { change { $0.hostPausedUntil = newValue } } }
    }
}

/// A publisher's wishes for the time between polls; they hold until a later answer changes them.
public struct PublisherHints: Sendable, Hashable {
    /// How long the last answer is fresh, in seconds (`Cache-Control: max-age`, `Expires`).
    public var freshSeconds: Int?
    /// As ``Feed/ttlMinutes``.
    public var ttlMinutes: Int?
    /// As ``Feed/skipHours``.
    public var skipHours: [Int] = []
    /// As ``Feed/skipDays``.
    public var skipDays: [Int] = []

    public init() {}

    public var isEmpty: Bool {
        freshSeconds == nil && ttlMinutes == nil && skipHours.isEmpty && skipDays.isEmpty
    }
}

/// A permanent redirect on its way to being trusted.
public struct MoveSighting: Sendable, Hashable {
    public var url: String
    public var count: Int
    public var first: Timestamp

    public init(url: String, count: Int, first: Timestamp) {
        self.url = url
        self.count = count
        self.first = first
    }
}
