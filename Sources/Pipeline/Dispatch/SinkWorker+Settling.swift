internal import Delivery
internal import FeedModel
internal import Markers

extension SinkWorker {
    /// What a batch's outcomes mean for its sink.
    private struct Verdict {
        var settlements: [(id: String, settlement: Outbox.Settlement)] = []
        /// The sink took something, or refused it in a way that shows it lives.
        var isAlive = false
        /// Why something is to be tried again, and the receiver's own wish when.
        var failure: (failure: Failure, after: Duration?)?
        var gone: Failure?
        /// The first moment at which something of the batch is tried again.
        var next: Timestamp?
    }

    /// Notes the end of one announcement while others of its batch are under way.
    func settleEarly(_ announcement: Announcement, _ outcome: DeliveryOutcome) async {
        let settlement: Outbox.Settlement
        switch outcome {
        case .delivered: settlement = .delivered
        case .refused(let reason), .deliveredExcept(let reason):
            settlement = .refused(reason: reason.message)
        case .aside, .retry, .suspended, .stopped, .untried: return
        }
        early.insert(announcement.id)
        await desk.settle(settings.name, [(announcement.id, settlement)])
    }

    /// Notes the end of a batch.
    func settle(_ work: SinkWork, _ outcomes: [DeliveryOutcome]) async {
        var verdict = Verdict()
        let now = clock.now()
        // One for all: a digest that failed is tried again as it was.
        let jitter = clock.jitter()
        for (index, announcement) in work.batch.enumerated() {
            // A sink that returns too few outcomes has not dealt with the rest.
            let outcome =
                outcomes.indices.contains(index)
                ? outcomes[index] : .retry(Failure(.delivery, "the sink gave no outcome"), after: nil)
            counters.count(outcome, sink: settings.name)
            let tries = (settings.digest == nil ? work.attempts[index] : work.attempts.max() ?? 0) + 1
            let settlement = judge(outcome, tries: tries, jitter: jitter, now: now, &verdict)
            switch settlement {
            case .retry(let at, _), .suspended(let at, _): verdict.next = min(at, verdict.next ?? at)
            case .delivered, .refused, .aside, .untried: break
            }
            if !early.contains(announcement.id) {
                verdict.settlements.append((announcement.id, settlement))
            }
        }
        early = []
        await desk.settle(settings.name, verdict.settlements)
        if let gone = verdict.gone { return await halt(gone) }
        await note(isAlive: verdict.isAlive, verdict.failure, next: verdict.next ?? now)
    }

    private func judge(
        _ outcome: DeliveryOutcome, tries: Int, jitter: Double, now: Timestamp, _ verdict: inout Verdict
    ) -> Outbox.Settlement {
        switch outcome {
        case .delivered:
            verdict.isAlive = true
            return .delivered
        case .refused(let reason), .deliveredExcept(let reason):
            verdict.isAlive = true
            return .refused(reason: reason.message)
        case .aside(let reason, let until, let reached):
            verdict.isAlive = verdict.isAlive || reached
            return .aside(until: max(until, now), reason: reason.message)
        case .retry(let reason, let after):
            verdict.failure = (reason, max(after ?? .zero, verdict.failure?.after ?? .zero))
            let pause = policy.pause(failures: tries, jitter: jitter, after: after)
            return .retry(at: now + pause, reason: reason.message)
        case .suspended(let reason):
            verdict.failure = (reason, Self.suspension)
            return .suspended(
                until: now + Self.suspension, reason: reason.sentence)
        case .stopped(let reason):
            verdict.gone = reason
            return .retry(at: now, reason: reason.message)
        case .untried: return .untried
        }
    }
}
