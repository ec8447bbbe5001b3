internal import Delivery
public import FeedModel
internal import Host
internal import Markers
internal import Polling

/// What is stored of all feeds, read beside the process that writes it and without asking it.
public struct StatusReport: Sendable {
    /// One feed.
    public struct FeedStatus: Sendable {
        /// From feeds.json, else the feed's title, else its address.
        public var name: String
        /// Without credentials.
        public var url: String
        /// The date of the newest entry seen.
        public var newest: Timestamp?
        public var lastPoll: Timestamp?
        public var lastSuccess: Timestamp?
        /// In few words: "200, 20 entries", "304", "HTTP 503".
        public var lastAnswer: String?
        public var nextPoll: Timestamp?
        /// Why then; nil for the ordinary interval.
        public var nextPollReason: String?
        /// Failures since the last success.
        public var failures = 0
        public var failingSince: Timestamp?
        public var lastFailure: String?
        public var goneSince: Timestamp?
        /// Where a permanent redirect moved it to.
        public var movedTo: String?
        public var isPaused = false
        /// Deliveries not yet settled, by sink.
        public var owed: [(sink: String, count: Int)] = []
        /// What stands in the way of the oldest of them.
        public var owedFailure: String?
        /// What a person should look at; nil where nothing is wrong or feedherald copes alone.
        public var trouble: String?

        public var owedCount: Int { owed.reduce(0) { $0 + $1.count } }
    }

    /// A sink that was stopped because its receiver said that it is gone for good.
    public struct StoppedSink: Sendable {
        public var name: String
        public var since: Timestamp
        public var reason: String
    }

    /// A device of an apns sink that gets no pushes any more.
    public struct DroppedDevice: Sendable {
        public var sink: String
        /// Its name, else the beginning of its token.
        public var label: String
        /// When Apple last knew that its token was invalid.
        public var since: Timestamp
        public var reason: String
    }

    public var feeds: [FeedStatus] = []
    public var dropped: [DroppedDevice] = []
    public var stopped: [StoppedSink] = []
    /// Whether a process holds the state now.
    public var isRunning = false
    /// Announcements given up and not yet owed again.
    public var refused = 0
    /// Messages about sinks that are still owed.
    public var owedNotices = 0

    /// Whether something needs a person.
    public var needsAttention: Bool {
        refused > 0 || !stopped.isEmpty || feeds.contains { $0.trouble != nil }
    }

    /// Deliveries owed, over all feeds.
    public var owed: Int { feeds.reduce(owedNotices) { $0 + $1.owedCount } }

    /// Reads the state of all feeds of a list; a folder that does not exist means that nothing was polled yet.
    public static func read(
        _ list: SubscriptionList, state path: String, now: Timestamp
    ) throws(Failure) -> StatusReport {
        var report = StatusReport()
        let reader: StatusReader
        do {
            let state = try StateFolder(path, access: .reading)
            try state.markers.assign(list.subscriptions.map { FeedKey($0) })
            report.refused = try state.refused.read().count
            reader = StatusReader(
                state: state, book: state.loadPolls(), now: now,
                patience: list.failureNotice ?? .seconds(86_400))
        } catch {
            throw error.failure
        }
        report.isRunning = FileLock.isHeld(path + "/lock")
        report.owedNotices = reader.state.markers.head(.notices)?.owed ?? 0
        report.stopped = list.sinks.compactMap { sink in
            reader.state.sinks.loadStop(sink.name).map {
                StoppedSink(name: sink.name, since: $0.since, reason: $0.reason)
            }
        }
        report.dropped = list.sinks.filter { $0.typeName == "apns" }.flatMap { sink in
            APNsState(reader.state.sinks.load(sink.name)).droppedDevices.map {
                DroppedDevice(sink: sink.name, label: $0.label, since: $0.since, reason: $0.reason)
            }
        }
        report.feeds = list.subscriptions.map { reader.status(of: $0) }
        return report
    }
}

extension FeedKey {
    /// Where messages about sinks are kept.
    static let notices = FeedKey(name: "feedherald", url: "feedherald:sinks")
}

/// Reads what is stored of one feed after the other.
private struct StatusReader {
    let state: StateFolder
    let book: PollBook
    let now: Timestamp
    /// How long a feed may fail before a person should look.
    let patience: Duration
    /// How long a delivery may fail before a person should look.
    private static let deliveryPatience = Duration.seconds(3600)

    func status(of feed: Subscription) -> StatusReport.FeedStatus {
        let key = FeedKey(feed)
        var status = StatusReport.FeedStatus(name: feed.label, url: URLMask.masked(feed.url))
        status.isPaused = feed.isPaused
        var poll = PollState()
        if let head = state.markers.head(key) {
            poll = head.poll
            status.newest = head.newestPublished
            status.name = feed.name ?? head.title ?? feed.label
            if head.owed > 0 { addOwed(&status, key) }
        } else if state.markers.isStored(key) {
            poll = readWhole(&status, feed)
        }
        poll = poll.belonging(to: feed)
        book.update(&poll, of: key)
        take(poll, into: &status)
        if let host = FeedHost.of(poll.movedURL ?? feed.url), let until = book.pauses[host], until > now,
            until > status.nextPoll ?? now, poll.goneSince == nil
        {
            status.nextPoll = until
            status.nextPollReason = "the host wants quiet"
        }
        return status
    }

    private func take(_ poll: PollState, into status: inout StatusReport.FeedStatus) {
        status.lastPoll = poll.lastPoll
        status.lastSuccess = poll.lastSuccess
        status.lastAnswer = poll.lastAnswer
        status.nextPoll = poll.nextPoll
        status.nextPollReason = poll.nextPollReason
        status.failures = poll.failures
        status.failingSince = poll.failingSince
        status.lastFailure = poll.lastFailure
        status.goneSince = poll.goneSince
        status.movedTo = poll.movedURL.map(URLMask.masked)
        guard status.trouble == nil, !status.isPaused else { return }
        if poll.goneSince != nil {
            status.trouble = "gone for good; remove it, or \"feedherald reset\" it to try again"
        } else if let since = poll.failingSince, poll.failures > 0, now - since >= patience {
            status.trouble =
                "failing for \(Interval.text(now - since)): \(poll.lastFailure ?? "no reason known")"
        }
    }

    /// A marker written by hand, of an older version, or damaged.
    private func readWhole(_ status: inout StatusReport.FeedStatus, _ feed: Subscription) -> PollState {
        do {
            let loaded = try state.markers.load(FeedKey(feed))
            status.trouble = loaded.damage.map { $0.message + ($0.hint.map { " (\($0))" } ?? "") }
            status.newest = loaded.marker.newestPublished
            status.name = feed.name ?? loaded.marker.title ?? feed.label
            addOwed(&status, loaded.marker)
            return loaded.marker.poll
        } catch {
            status.trouble = error.failure.message
            return PollState()
        }
    }

    private func addOwed(_ status: inout StatusReport.FeedStatus, _ key: FeedKey) {
        if let loaded = try? state.markers.load(key) { addOwed(&status, loaded.marker) }
    }

    private func addOwed(_ status: inout StatusReport.FeedStatus, _ marker: Marker) {
        status.owed = marker.outbox.sinks.map { ($0, marker.outbox.count(for: $0)) }
        for item in marker.outbox.items {
            guard let stuck = item.deliveries.first(where: { $0.failure != nil }), let reason = stuck.failure
            else {
                continue
            }
            status.owedFailure = "\(stuck.sink): \(reason)"
            if now - item.created >= Self.deliveryPatience {
                status.trouble = "owed to \(stuck.sink) for \(Interval.text(now - item.created)): \(reason)"
            }
            return
        }
    }
}
