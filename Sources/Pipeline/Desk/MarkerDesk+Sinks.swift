internal import Delivery
internal import FeedModel
internal import Markers

/// What a sink is to send now, or when to ask again.
struct SinkWork {
    var batch: [Announcement] = []
    /// How often each was tried in vain before.
    var attempts: [Int] = []
    /// Where `batch` is empty: when something may be due; nil when nothing is owed.
    var nextDue: Timestamp?
}

extension MarkerDesk {
    /// Loads the marker of a feed that owes something, at start.
    func adopt(_ key: FeedKey) throws(StateError) {
        guard open[key] == nil else { return }
        var marker = try marker(key)
        guard !marker.outbox.isEmpty else { return }
        let delivered = recovered[key]
        marker.outbox.lift()
        for id in delivered { marker.outbox.settle(id, .delivered, at: clock.now()) }
        open[key] = marker
        if !delivered.isEmpty { dirty.insert(key) }
        for sink in marker.outbox.sinks {
            queues[sink, default: SinkQueue()].add(key)
            wake(sink)
        }
    }

    /// Ends the start: what a killed process had delivered is now in the markers.
    func endAdoption() async {
        recovered = SettledLog.Deliveries()
        _ = await flushAll()
    }

    /// Decides whether what came to be owed at `created` is held now.
    typealias Hold = @Sendable (_ created: Timestamp, _ now: Timestamp) -> HoldRule.Decision

    /// Drops what is owed to sinks that feeds.json no longer has.
    func keepOnly(sinks: Set<String>) async {
        var dropped = 0
        for (key, marker) in open {
            var marker = marker
            let gone = marker.outbox.keepOnly(sinks: sinks)
            guard !gone.isEmpty else { continue }
            dropped += gone.count
            open[key] = marker
            dirty.insert(key)
        }
        for name in queues.keys where !sinks.contains(name) { queues[name] = nil }
        guard dropped > 0 else { return }
        let what = dropped == 1 ? "1 announcement was" : "\(dropped) announcements were"
        log.say(.warning, "\(what) owed to sinks that feeds.json no longer has and dropped")
        _ = await flush()
    }

    /// Takes announcements for a sink, oldest feed first, several of one feed in their order.
    ///
    /// - Parameters:
    ///   - hold: decides for the oldest announcement whether the sink's digest or quiet hours hold it; nil for
    ///     sinks that have neither.
    ///   - joins: whether all of them become one message.
    func take(
        for sink: String, limit: Int, hold: Hold?, joins: Bool = false
    ) -> SinkWork {
        let now = clock.now()
        guard trouble == nil, var queue = queues[sink] else { return SinkWork() }
        defer { queues[sink] = queue }
        var wave = joins ? wave(for: sink, in: queue, at: now) : nil
        if let hold, let until = holdTime(for: sink, in: queue, hold, joins: joins, at: now) {
            // A digest that some devices lack does not wait for the next digest.
            let aside = joins ? asideTime(for: sink, in: queue) : nil
            guard let aside, aside <= now else {
                return SinkWork(nextDue: [until, aside].compactMap(\.self).min())
            }
            wave = aside
        }
        var work = SinkWork()
        var passed: [FeedKey] = []
        while work.batch.count < limit, let key = queue.take(at: now) {
            let rest = limit - work.batch.count
            let due =
                joins
                ? open[key]?.outbox.due(for: sink, wave: wave, limit: rest) ?? []
                : open[key]?.outbox.due(for: sink, at: now, limit: rest) ?? []
            if due.isEmpty {
                passed.append(key)
                continue
            }
            for announcement in due { open[key]?.outbox.begin(announcement.id) }
            work.attempts.append(contentsOf: due.map { open[key]?.outbox[$0.id]?.attempts ?? 0 })
            work.batch.append(contentsOf: due)
            taken[sink, default: [:]].merge(due.map { ($0.id, key) }) { first, _ in first }
        }
        for key in passed { queue.put(key, due: open[key]?.outbox.nextDue(for: sink)) }
        if work.batch.isEmpty { work.nextDue = queue.nextDue(at: now) }
        return work
    }

    /// The next try that is due first, of all that a sink joins to messages.
    private func wave(for sink: String, in queue: SinkQueue<FeedKey>, at now: Timestamp) -> Timestamp? {
        queue.all.lazy.compactMap { self.open[$0]?.outbox.retryTime(for: sink) }.filter { $0 <= now }.min()
    }

    private func asideTime(for sink: String, in queue: SinkQueue<FeedKey>) -> Timestamp? {
        queue.all.lazy.compactMap { self.open[$0]?.outbox.asideTime(for: sink) }.min()
    }

    /// Until when a digest or quiet hours hold what a sink is owed; nil where it may go.
    private func holdTime(
        for sink: String, in queue: SinkQueue<FeedKey>, _ hold: Hold, joins: Bool, at now: Timestamp
    ) -> Timestamp? {
        guard !queue.isEmpty else { return nil }
        let inLine =
            joins ? queue.all.lazy.compactMap { self.open[$0]?.outbox.oldestInLine(for: sink) }.min() : nil
        guard let oldest = inLine ?? oldest(for: sink, in: queue),
            case .hold(let until) = hold(oldest, now)
        else { return nil }
        return until
    }

    private func oldest(for sink: String, in queue: SinkQueue<FeedKey>) -> Timestamp? {
        guard !queue.isEmpty else { return nil }
        return queue.all.lazy.compactMap { self.open[$0]?.outbox.oldest(for: sink) }.min()
    }

    /// Notes how the announcements of one batch ended.
    func settle(_ sink: String, _ settlements: [(id: String, settlement: Outbox.Settlement)]) {
        let now = clock.now()
        var keys: Set<FeedKey> = []
        var delivered: [(key: FeedKey, id: String)] = []
        for (id, settlement) in settlements {
            guard let key = taken[sink]?.removeValue(forKey: id), open[key] != nil else { continue }
            keys.insert(key)
            if settlement == .delivered { delivered.append((key, id)) }
            dirty.insert(key)
            if let refusal = open[key]?.outbox.settle(id, settlement, at: now) { refuse(refusal, of: key) }
        }
        // Where it fails, the commit fails too and says so.
        try? state.settled.append(delivered)
        // A feed that still has something in flight is put back with the last of it.
        keys.subtract(taken[sink]?.values ?? [:].values)
        for key in keys { queues[sink]?.put(key, due: open[key]?.outbox.nextDue(for: sink)) }
        planFlush()
    }

    private func refuse(_ refusal: Refusal, of key: FeedKey) {
        log.say(
            .error,
            "\"\(refusal.announcement.entry.title ?? refusal.announcement.entry.id)\" was not delivered: "
                + refusal.reason, stage: .delivery, feed: refusal.announcement.feed.name,
            sink: refusal.announcement.sink,
            next: "it is in refused.jsonl; \"feedherald retry\" owes it again")
        do {
            try state.refused.append([RefusedLog.Line(key: key, refusal: refusal)])
        } catch {
            log.say(.error, error.failure)
        }
    }

    /// Gives up what a sink that stands still has been owed for too long.
    ///
    /// - Returns: when the next of it will be too old; nil when nothing is owed.
    func giveUp(_ sink: String, reason: String) -> Timestamp? {
        let now = clock.now()
        guard trouble == nil, let queue = queues[sink] else { return nil }
        for key in queue.all {
            let refusals = open[key]?.outbox.expire(for: sink, reason: reason, at: now) ?? []
            guard !refusals.isEmpty else { continue }
            for refusal in refusals { refuse(refusal, of: key) }
            dirty.insert(key)
            planFlush()
        }
        return oldest(for: sink, in: queue).map { $0 + Outbox.patience }
    }

    /// Makes everything owed to a sink due now: it works again.
    func hasten(_ sink: String) {
        guard var queue = queues[sink] else { return }
        for key in queue.all { open[key]?.outbox.hasten(sink) }
        queue.hasten()
        queues[sink] = queue
    }

    /// Makes due now what waits for a sink's settings to be mended.
    func lift(_ sink: String) {
        guard var queue = queues[sink] else { return }
        for key in queue.all { open[key]?.outbox.lift(sink) }
        queue.hasten()
        queues[sink] = queue
    }

    /// Announcements owed, over all feeds and sinks.
    var owed: Int { open.values.reduce(0) { $0 + $1.outbox.count } }
}
