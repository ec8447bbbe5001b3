internal import FeedModel
internal import Host

extension Herald {
    /// Replaces the metrics file as a whole; a collector never sees half of one.
    func writeMetrics() async {
        guard let path = options.metrics else { return }
        var gauges = MetricsText.Gauges(version: options.version, started: started)
        gauges.feeds = list.subscriptions.count
        gauges.failing = await loop.failing
        gauges.owed = await desk.owed
        var values = counters.snapshot
        if options.isOnce { values.sweeps = 1 }
        let text = MetricsText.make(values, gauges)
        do throws(HostError) {
            try AtomicFile.write(Array(text.utf8), to: path, mode: 0o644, isSynced: false)
        } catch {
            log.say(.warning, "the metrics are not written: \(error.message)", next: "tried again in 1m")
        }
    }

    /// How far a run is.
    public func progress() async -> HeraldProgress {
        let values = counters.snapshot
        let delivered = values.deliveries.values.reduce(0) { $0 + ($1["delivered"] ?? 0) }
        return HeraldProgress(
            feeds: list.subscriptions.count, polled: values.answers.values.reduce(0, +),
            failed: values.failures,
            delivered: delivered, owed: await desk.owed)
    }
}

/// How far a run is: counts since its start.
public struct HeraldProgress: Sendable, Hashable {
    public var feeds: Int
    public var polled: Int
    public var failed: Int
    /// Announcements delivered.
    public var delivered: Int
    /// Announcements not yet delivered.
    public var owed: Int

    public init(feeds: Int, polled: Int, failed: Int, delivered: Int, owed: Int) {
        self.feeds = feeds
        self.polled = polled
        self.failed = failed
        self.delivered = delivered
        self.owed = owed
    }
}
