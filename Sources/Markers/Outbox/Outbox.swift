public import FeedModel

/// Announcements still owed by one feed: each entry once, with the state of its delivery to every sink.
///
/// A pure state machine, committed with the marker: owed → sending → done, or → owed again at a later time, or
/// → refused. "Sending" is never written: after a crash it is owed again, so the worst is one repeat of what was
/// in flight. For one sink the order is first in, first out; a delivery that waits holds those behind it, unless
/// it waits aside, for some of the sink's receivers only.
public struct Outbox: Sendable, Hashable {
    /// One entry owed to some sinks.
    public struct Item: Sendable, Hashable {
        public var kind: AnnouncementKind
        public var feed: FeedReference
        public var entry: Entry
        /// Tells apart announcements of one id, see ``NoveltyDecision/News/version``.
        public var version: String
        /// When it came to be owed; announcements too old to be worth another try go by it.
        public var created: Timestamp
        public var deliveries: [Delivery]
    }

    /// One entry's way to one sink.
    public struct Delivery: Sendable, Hashable {
        public enum State: Sendable, Hashable {
            case owed
            case sending
            /// Owed again, not before this moment.
            case retry(at: Timestamp)
            /// Owed again to some of the sink's receivers, not before this moment; what comes after it goes on.
            case aside(until: Timestamp)
        }

        public var sink: String
        /// The announcement's id, the same on every try.
        public var id: String
        public var state: State = .owed
        /// Tries that ended without success.
        public var attempts = 0
        /// Whether it waits for a person to mend the sink's settings.
        public var isSuspended = false
        /// Why the last try failed.
        public var failure: String?
    }

    /// Oldest first; an item goes when its last delivery is settled.
    public internal(set) var items: [Item] = []

    public init() {}

    public var isEmpty: Bool { items.isEmpty }

    /// Deliveries not yet settled.
    public var count: Int { items.reduce(0) { $0 + $1.deliveries.count } }

    /// Deliveries not yet settled for one sink.
    public func count(for sink: String) -> Int {
        items.reduce(0) { $0 + ($1.deliveries.contains { $0.sink == sink } ? 1 : 0) }
    }

    /// The sinks that something is owed to, in the order of their oldest announcements.
    public var sinks: [String] {
        var names: [String] = []
        for item in items {
            for delivery in item.deliveries where !names.contains(delivery.sink) {
                names.append(delivery.sink)
            }
        }
        return names
    }
}

extension Outbox {
    /// Announcements of one sink that may be sent now: the leading ones that neither wait nor are being sent.
    ///
    /// - Parameter limit: more than one lets a batch or several streams go at once; within it order is the sink's.
    public func due(for sink: String, at now: Timestamp, limit: Int = 1) -> [Announcement] {
        var found: [Announcement] = []
        for item in items {
            guard let delivery = item.deliveries.first(where: { $0.sink == sink }) else { continue }
            if delivery.isAside(at: now) { continue }
            guard found.count < limit, delivery.isReady(at: now) else { break }
            found.append(item.announcement(delivery))
        }
        return found
    }

    /// Announcements of one sink that may be joined to one message now.
    ///
    /// What failed as one message goes again as that message: it shares the moment of its next try.
    ///
    /// - Parameter wave: that moment; nil takes what was never tried.
    public func due(for sink: String, wave: Timestamp?, limit: Int) -> [Announcement] {
        var found: [Announcement] = []
        for item in items {
            guard let delivery = item.deliveries.first(where: { $0.sink == sink }) else { continue }
            if delivery.asideTime != nil, delivery.asideTime != wave { continue }
            guard found.count < limit, delivery.waitTime == wave, delivery.state != .sending else { break }
            found.append(item.announcement(delivery))
        }
        return found
    }

    /// The moment of the next try of what a sink is owed first, or of what waits aside, if that is sooner; nil where
    /// that was never tried or is under way.
    public func retryTime(for sink: String) -> Timestamp? {
        [lead(for: sink)?.delivery.waitTime, asideTime(for: sink)].compactMap(\.self).min()
    }

    /// The first moment at which anything that waits aside may be sent; nil where nothing does.
    public func asideTime(for sink: String) -> Timestamp? {
        items.lazy.compactMap { $0.deliveries.first { $0.sink == sink }?.asideTime }.min()
    }

    /// What a sink is owed first, without what waits aside.
    private func lead(for sink: String) -> (item: Item, delivery: Delivery)? {
        for item in items {
            guard let delivery = item.deliveries.first(where: { $0.sink == sink }) else { continue }
            if delivery.asideTime == nil { return (item, delivery) }
        }
        return nil
    }

    /// When the next announcement of a sink may be sent: in the past when one may be sent now, nil when none is
    /// owed or its first one is being sent.
    public func nextDue(for sink: String) -> Timestamp? {
        let first: Timestamp? = lead(for: sink).flatMap { item, delivery in
            switch delivery.state {
            case .owed: item.created
            case .retry(let at): at
            case .sending, .aside: nil
            }
        }
        return [first, asideTime(for: sink)].compactMap(\.self).min()
    }

    /// The earliest moment at which anything may be sent; nil when nothing waits.
    public var nextDue: Timestamp? { sinks.compactMap { nextDue(for: $0) }.min() }

    /// When the oldest unsettled announcement of a sink came to be owed, for digests.
    public func oldest(for sink: String) -> Timestamp? {
        items.first { $0.deliveries.contains { $0.sink == sink } }?.created
    }

    /// When the oldest announcement that does not wait aside came to be owed; nil where all do.
    public func oldestInLine(for sink: String) -> Timestamp? { lead(for: sink)?.item.created }

    /// The state of one delivery, for `status`; nil when it is settled or unknown.
    public subscript(id: String) -> Delivery? {
        for item in items {
            if let delivery = item.deliveries.first(where: { $0.id == id }) { return delivery }
        }
        return nil
    }
}

extension Outbox.Delivery {
    func isReady(at now: Timestamp) -> Bool {
        switch state {
        case .owed: true
        case .retry(let at), .aside(let at): at <= now
        case .sending: false
        }
    }

    /// When it may be tried again; nil where it was not tried or is under way.
    var waitTime: Timestamp? {
        switch state {
        case .retry(let at), .aside(let at): at
        case .owed, .sending: nil
        }
    }

    /// Until when it waits aside.
    var asideTime: Timestamp? { if case .aside(let until) = state { until } else { nil } }

    func isAside(at now: Timestamp) -> Bool { asideTime.map { $0 > now } ?? false }
}

extension Outbox.Item {
    /// The announcement of this item to one of its sinks.
    public func announcement(_ delivery: Outbox.Delivery) -> Announcement {
        Announcement(
            id: delivery.id, kind: kind, feed: feed, entry: entry, sink: delivery.sink, created: created)
    }
}
