internal import FeedModel
internal import Host
internal import Markers

/// The only place where markers change while the program runs: what was learned, what is owed, what was settled.
///
/// Markers are in memory only while they owe something or await their commit. An announcement may be sent only
/// after the commit that owes it, so a crash at any moment loses nothing and repeats at most what was in flight.
/// Acknowledgements wait half a second for each other; until then ``SettledLog`` holds them.
actor MarkerDesk {
    let state: StateFolder
    let clock: HeraldClock
    let log: Log
    let counters: Counters
    /// Markers in memory, by feed.
    var open: [FeedKey: Marker] = [:]
    /// Changed since their last commit.
    var dirty: Set<FeedKey> = []
    /// What each sink is owed; only what is committed.
    var queues: [String: SinkQueue<FeedKey>] = [:]
    /// What is in flight, by sink and announcement.
    var taken: [String: [String: FeedKey]] = [:]
    /// What a killed process had delivered, while the state is being loaded.
    var recovered: SettledLog.Deliveries
    /// Called for a sink that has something to do.
    var wake: @Sendable (String) -> Void = { _ in }
    /// Those that await the commit under way or the next one.
    private var waiters: [CheckedContinuation<StateError?, Never>] = []
    private(set) var isCommitting = false
    private var isFlushPlanned = false
    private static let mostWaiting = 32
    /// Why the last commit failed; deliveries are held until one succeeds.
    private(set) var trouble: StateError?

    init(state: StateFolder, clock: HeraldClock, log: Log, counters: Counters) {
        self.state = state
        self.clock = clock
        self.log = log
        self.counters = counters
        recovered = state.settled.load()
    }

    func setWake(_ wake: @escaping @Sendable (String) -> Void) {
        self.wake = wake
    }

    /// The feed's marker, from memory or from its file.
    func marker(_ key: FeedKey) throws(StateError) -> Marker {
        if let marker = open[key] { return marker }
        let loaded = try state.markers.load(key)
        if let damage = loaded.damage { log.say(.error, damage, feed: key.name ?? URLMask.masked(key.url)) }
        return loaded.marker
    }

    /// Takes over a changed marker and returns when it is durable.
    ///
    /// On failure the change stays in memory, uncommitted: nothing of it is sent, and a later commit may succeed.
    func commit(_ marker: Marker) async -> StateError? {
        open[marker.key] = marker
        dirty.insert(marker.key)
        return await flush()
    }

    /// Writes all that changed; several callers share one round of syncs.
    func flush() async -> StateError? {
        await withCheckedContinuation { continuation in
            waiters.append(continuation)
            if !isCommitting { Task { await self.commitRounds() } }
            isCommitting = true
        }
    }

    /// Writes all that changed, after which no delivery needs to be noted any more.
    func flushAll() async -> StateError? {
        // A commit under way holds what is no longer dirty and not yet written.
        let failure = dirty.isEmpty && !isCommitting ? trouble : await flush()
        if failure == nil, dirty.isEmpty, !isCommitting { state.settled.clear() }
        return failure
    }

    /// Lets a change wait up to half a second for others to share its commit, unless many wait: each holds a marker.
    func planFlush() {
        if dirty.count >= Self.mostWaiting, trouble == nil, !isCommitting {
            isCommitting = true
            Task { await self.commitRounds() }
        }
        guard !isFlushPlanned else { return }
        isFlushPlanned = true
        Task {
            await clock.sleep(.milliseconds(500))
            self.isFlushPlanned = false
            if !self.dirty.isEmpty { _ = await self.flush() }
        }
    }

    private func commitRounds() async {
        while !waiters.isEmpty || (trouble == nil && dirty.count >= Self.mostWaiting) {
            let round = waiters
            waiters = []
            let keys = dirty
            dirty = []
            state.settled.beginCommit()
            let failure = await write(keys.compactMap { open[$0] })
            if failure == nil {
                state.settled.endCommit()
                for key in keys { settleMemory(key) }
            } else {
                dirty.formUnion(keys)
            }
            note(failure)
            for waiter in round { waiter.resume(returning: failure) }
        }
        isCommitting = false
    }

    private func write(_ markers: [Marker]) async -> StateError? {
        guard !markers.isEmpty else { return nil }
        let store = state.markers
        return await BackgroundThread.run {
            do throws(StateError) {
                try store.commit(markers)
                return nil
            } catch {
                return error
            }
        }
    }

    /// What is committed may be sent; what owes nothing leaves memory.
    private func settleMemory(_ key: FeedKey) {
        guard let marker = open[key] else { return }
        for sink in marker.outbox.sinks {
            queues[sink, default: SinkQueue()].add(key)
            wake(sink)
        }
        if marker.outbox.isEmpty, !dirty.contains(key) { open[key] = nil }
    }

    private func note(_ failure: StateError?) {
        if let failure, failure != trouble {
            log.say(.error, failure.failure, next: "deliveries are held; tried again in 10s")
        } else if failure == nil, trouble != nil {
            log.say(.notice, "the state can be written again")
            for sink in queues.keys { wake(sink) }
        }
        trouble = failure
        if failure != nil { planRetry() }
    }

    private func planRetry() {
        guard !isFlushPlanned else { return }
        isFlushPlanned = true
        Task {
            await clock.sleep(.seconds(10))
            self.isFlushPlanned = false
            if !self.dirty.isEmpty { _ = await self.flush() }
        }
    }
}
