public import FeedModel

/// An announcement given up for a sink, with its reason.
public struct Refusal: Sendable, Hashable {
    public var announcement: Announcement
    public var version: String
    public var attempts: Int
    public var reason: String
    public var time: Timestamp

    public init(
        announcement: Announcement, version: String = "", attempts: Int, reason: String, time: Timestamp
    ) {
        self.announcement = announcement
        self.version = version
        self.attempts = attempts
        self.reason = reason
        self.time = time
    }
}

extension Outbox {
    /// How one try ended.
    public enum Settlement: Sendable, Hashable {
        case delivered
        /// It failed, or was not tried because its sink rests; not again before `at`.
        case retry(at: Timestamp, reason: String)
        /// The sink cannot work before a person mends its settings; tried again at `until` all the same.
        case suspended(until: Timestamp, reason: String)
        /// Some of its receivers must wait until then; it does not hold what comes after it.
        case aside(until: Timestamp, reason: String)
        case refused(reason: String)
        /// It was not begun after all.
        case untried
    }

    /// How long an announcement is worth another try.
    public static let patience = Duration.seconds(3 * 86_400)
    private static let givenUp = "given up after 3 days: "

    /// Owes an entry to some sinks; what is owed already stays as it is.
    public mutating func owe(
        _ news: NoveltyDecision.News, feed: FeedReference, sinks: [String], at now: Timestamp
    ) {
        var deliveries: [Delivery] = []
        for sink in sinks where !deliveries.contains(where: { $0.sink == sink }) {
            let id = Announcement.makeID(
                feed: feed.url, entry: news.entry.id, kind: news.kind, sink: sink, version: news.version)
            if self[id] == nil { deliveries.append(Delivery(sink: sink, id: id)) }
        }
        guard !deliveries.isEmpty else { return }
        items.append(
            Item(
                kind: news.kind, feed: feed, entry: news.entry, version: news.version, created: now,
                deliveries: deliveries))
    }

    /// Owes again what was given up, under its old id, as if it had just come.
    public mutating func owe(again refusal: Refusal, at now: Timestamp) {
        let old = refusal.announcement
        guard self[old.id] == nil else { return }
        items.append(
            Item(
                kind: old.kind, feed: old.feed, entry: old.entry, version: refusal.version, created: now,
                deliveries: [Delivery(sink: old.sink, id: old.id)]))
    }

    /// Notes that a try has begun; false when nothing of that id is owed or it is being sent already.
    @discardableResult
    public mutating func begin(_ id: String) -> Bool {
        guard let (item, delivery) = place(of: id), items[item].deliveries[delivery].state != .sending else {
            return false
        }
        items[item].deliveries[delivery].state = .sending
        items[item].deliveries[delivery].isSuspended = false
        return true
    }

    /// Notes how a try ended; an id that is not owed changes nothing.
    ///
    /// - Returns: the refusal to log, when the announcement is given up: at once, or because it failed again after
    ///   ``patience``.
    @discardableResult
    public mutating func settle(_ id: String, _ settlement: Settlement, at now: Timestamp) -> Refusal? {
        guard let (item, delivery) = place(of: id) else { return nil }
        switch settlement {
        case .delivered:
            remove(item, delivery)
            return nil
        case .untried:
            items[item].deliveries[delivery].state = .owed
            return nil
        case .refused(let reason):
            return refuse(item, delivery, reason, now)
        case .retry(let at, let reason):
            return putOff(item, delivery, .retry(at: at), reason, now)
        case .suspended(let until, let reason):
            let refusal = putOff(item, delivery, .retry(at: until), reason, now)
            if refusal == nil { items[item].deliveries[delivery].isSuspended = true }
            return refusal
        case .aside(let until, let reason):
            return putOff(item, delivery, .aside(until: until), reason, now)
        }
    }

    private mutating func putOff(
        _ item: Int, _ delivery: Int, _ state: Delivery.State, _ reason: String, _ now: Timestamp
    ) -> Refusal? {
        guard now - items[item].created < Self.patience else {
            return refuse(item, delivery, Self.givenUp + reason, now)
        }
        items[item].deliveries[delivery].attempts += 1
        items[item].deliveries[delivery].failure = reason
        items[item].deliveries[delivery].state = state
        return nil
    }

    /// Gives up what is older than ``patience`` and was not tried meanwhile, as its sink stands still.
    ///
    /// - Returns: the refusals to log, oldest first.
    public mutating func expire(for sink: String, reason: String, at now: Timestamp) -> [Refusal] {
        let old = places { $0.sink == sink && $0.state != .sending }.filter { item, _ in
            now - items[item].created >= Self.patience
        }
        // From the end: what is removed moves only what follows.
        return old.reversed().map { item, delivery in
            refuse(item, delivery, Self.givenUp + reason, now)
        }.reversed()
    }

    /// Makes a sink's waiting announcements due now: it works again, or a person asks for it.
    public mutating func hasten(_ sink: String) {
        for (item, delivery) in places(where: { $0.sink == sink }) {
            switch items[item].deliveries[delivery].state {
            case .retry:
                items[item].deliveries[delivery].state = .owed
                items[item].deliveries[delivery].isSuspended = false
            case .aside, .owed, .sending: break
            }
        }
    }

    /// Makes what waits for a sink's settings to be mended due now, for one sink or for all.
    public mutating func lift(_ sink: String? = nil) {
        for (item, delivery) in places(where: { $0.isSuspended && $0.sink == sink ?? $0.sink }) {
            items[item].deliveries[delivery].isSuspended = false
            items[item].deliveries[delivery].state = .owed
        }
    }

    /// Drops what is owed to sinks that feeds.json no longer has, and returns it.
    @discardableResult
    public mutating func keepOnly(sinks: Set<String>) -> [Announcement] {
        var dropped: [Announcement] = []
        for (item, delivery) in places(where: { !sinks.contains($0.sink) }).reversed() {
            dropped.append(items[item].announcement(items[item].deliveries[delivery]))
            remove(item, delivery)
        }
        return dropped.reversed()
    }

    private mutating func refuse(_ item: Int, _ delivery: Int, _ reason: String, _ now: Timestamp) -> Refusal
    {
        let state = items[item].deliveries[delivery]
        let refusal = Refusal(
            announcement: items[item].announcement(state), version: items[item].version,
            attempts: state.attempts + 1, reason: reason, time: now)
        remove(item, delivery)
        return refusal
    }

    private mutating func remove(_ item: Int, _ delivery: Int) {
        items[item].deliveries.remove(at: delivery)
        if items[item].deliveries.isEmpty { items.remove(at: item) }
    }

    private func place(of id: String) -> (Int, Int)? {
        places { $0.id == id }.first
    }

    private func places(where isMeant: (Delivery) -> Bool) -> [(Int, Int)] {
        var found: [(Int, Int)] = []
        for item in items.indices {
            for delivery in items[item].deliveries.indices where isMeant(items[item].deliveries[delivery]) {
                found.append((item, delivery))
            }
        }
        return found
    }
}
