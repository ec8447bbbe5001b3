internal import Delivery
internal import FeedModel
internal import Markers

/// Runs one worker a sink over what the desk owes.
actor Dispatcher {
    private let desk: MarkerDesk
    private let clock: HeraldClock
    private let log: Log
    private let counters: Counters
    nonisolated let utcOffset: @Sendable (Timestamp) -> Int
    private var workers: [String: SinkWorker] = [:]
    private var tasks: [String: Task<Void, Never>] = [:]
    private var ending: Task<Void, Never>?

    init(
        desk: MarkerDesk, clock: HeraldClock, log: Log, counters: Counters,
        utcOffset: @escaping @Sendable (Timestamp) -> Int
    ) {
        self.desk = desk
        self.clock = clock
        self.log = log
        self.counters = counters
        self.utcOffset = utcOffset
    }

    var settings: [String: SinkSettings] { workers.mapValues(\.settings) }

    /// Starts a worker for each sink; workers of sinks that are not in the list are stopped.
    func use(_ sinks: [(settings: SinkSettings, sink: any Sink)]) async {
        let names = Set(sinks.map(\.settings.name))
        for name in workers.keys where !names.contains(name) { await remove(name) }
        for (settings, sink) in sinks {
            if workers[settings.name]?.settings == settings {
                // Nothing changed: it keeps its connection and its breaker.
                await sink.close()
                continue
            }
            await remove(settings.name)
            let worker = SinkWorker(
                sink, settings, desk: desk, clock: clock, log: log, counters: counters, utcOffset: utcOffset,
                onTrouble: { [weak self] failure in await self?.tell(failure, about: settings.name) })
            workers[settings.name] = worker
            tasks[settings.name] = Task { await worker.run() }
        }
        await desk.setWake { [workers] name in workers[name]?.ring() }
    }

    private func remove(_ name: String) async {
        guard let worker = workers.removeValue(forKey: name) else { return }
        await worker.stop()
        await tasks.removeValue(forKey: name)?.value
        await worker.sink.close()
    }

    /// Announces a sink's long trouble, or its end, through the other sinks.
    private func tell(_ failure: Failure?, about sink: String) async {
        let others = workers.keys.filter { $0 != sink }.sorted()
        guard !others.isEmpty else { return }
        let text =
            failure.map { "the sink \(sink) is failing: \($0.message)" } ?? "the sink \(sink) works again"
        let feed = FeedReference(name: "feedherald", url: "feedherald:sinks")
        await desk.announce(
            text, kind: failure == nil ? .recovered : .failing, of: FeedKey(name: feed.name, url: feed.url),
            feed: feed,
            sinks: others)
    }

    /// Returns when nothing is due any more, having let every delivery that may be tried now be tried.
    func drain() async {
        for worker in workers.values { await worker.endWhenIdle() }
        for task in tasks.values { await task.value }
        // A worker that ended late may have told the others, which were idle already, of its trouble.
        for (name, worker) in workers { tasks[name] = Task { await worker.run() } }
        for task in tasks.values { await task.value }
    }

    /// Lets what is in flight end, then lets go of all connections; each of several callers waits for that.
    func stop() async {
        // The signal's stop and the watch's own end meet here: the second may not overtake the first.
        let ending = ending ?? Task { await self.end() }
        self.ending = ending
        await ending.value
    }

    private func end() async {
        for worker in workers.values { await worker.stop() }
        for name in workers.keys { await remove(name) }
        await desk.setWake { _ in }
    }
}
