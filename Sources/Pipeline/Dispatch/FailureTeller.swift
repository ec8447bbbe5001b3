internal import FeedModel

/// Says the first failure of a run, then the same one only now and then, folded, and the end of the run.
struct FailureTeller {
    private let log: Log
    private let feed: String?
    private let sink: String?
    private var since: Timestamp?
    private var count = 0
    private var lastSaid: Timestamp?
    private var message = ""

    init(log: Log, feed: String? = nil, sink: String? = nil) {
        self.log = log
        self.feed = feed
        self.sink = sink
    }

    var isFailing: Bool { since != nil }

    mutating func failed(_ failure: Failure, now: Timestamp, next: String) {
        count += 1
        let start = since ?? now
        since = start
        let isNews = failure.message != message
        guard isNews || Self.isTimeToRepeat(start: start, lastSaid: lastSaid, now: now) else { return }
        message = failure.message
        lastSaid = now
        var told = failure
        if !isNews { told.message += " (same for \(Interval.text(now - start)), \(count) times)" }
        log.say(.warning, told, feed: feed, sink: sink, next: next)
    }

    mutating func recovered(now: Timestamp) {
        guard let start = since else { return }
        let times = count == 1 ? "1 failure" : "\(count) failures"
        log.say(
            .notice, "works again after \(Interval.text(now - start)) and \(times)", feed: feed, sink: sink)
        since = nil
        count = 0
        message = ""
        lastSaid = nil
    }

    /// After 10 minutes, 1 hour, 6 hours, then daily.
    static func isTimeToRepeat(start: Timestamp, lastSaid: Timestamp?, now: Timestamp) -> Bool {
        guard let lastSaid else { return true }
        let steps: [Duration] = [.seconds(600), .seconds(3600), .seconds(21_600)]
        if let step = steps.first(where: { start + $0 > lastSaid }) { return now >= start + step }
        return now - lastSaid >= .seconds(86_400)
    }
}
