/// What happened since the last tick.
struct Sweep {
    var started: Duration?
    private var polled = 0
    private var unchanged = 0
    private var failed = 0
    private var new = 0

    init(started: Duration? = nil) {
        self.started = started
    }

    mutating func count(_ result: VisitResult) {
        polled += 1
        new += result.new
        if result.failure != nil { failed += 1 }
        if result.answer == "304" { unchanged += 1 }
    }

    /// The tick, once a period; nil before its time or when nothing was polled.
    mutating func text(now: Duration, period: Duration) -> String? {
        guard let start = started else {
            started = now
            return nil
        }
        guard now - start >= period, polled > 0 else { return nil }
        return
            "polled \(polled) \(polled == 1 ? "feed" : "feeds"): \(new) new, \(unchanged) unchanged, \(failed) failed"
    }
}
