internal import FeedModel
internal import Synchronization

/// What a run has done so far, for metrics and the exit status.
final class Counters: Sendable {
    struct Values {
        var sweeps = 0
        var newEntries = 0
        /// Requests by what came of them, such as `200`, `304` and `error`.
        var answers: [String: Int] = [:]
        /// Announcements by sink and outcome.
        var deliveries: [String: [String: Int]] = [:]
        /// Seconds by stage.
        var seconds: [Stage: Double] = [:]
        var failures = 0
    }

    private let values = Mutex(Values())

    var snapshot: Values { values.withLock { $0 } }

    func change(_ body: (inout Values) -> Void) {
        values.withLock { body(&$0) }
    }

    func add(_ time: Duration, to stage: Stage) {
        change { $0.seconds[stage, default: 0] += time.inSeconds }
    }

    func count(_ outcome: DeliveryOutcome, sink: String) {
        let word: String
        switch outcome {
        case .delivered: word = "delivered"
        case .retry, .aside: word = "retried"
        case .refused, .deliveredExcept: word = "refused"
        case .suspended: word = "suspended"
        case .stopped: word = "stopped"
        case .untried: return
        }
        change { $0.deliveries[sink, default: [:]][word, default: 0] += 1 }
    }
}
