internal import Delivery
internal import FeedModel
internal import Markers
internal import Synchronization

/// Serves one sink: takes what is due from the desk, lets the sink deliver it, notes how it ended.
///
/// A dead sink is probed, not hammered (``Breaker``), and neither polling nor other sinks wait for it.
actor SinkWorker {
    let sink: any Sink
    let settings: SinkSettings
    let desk: MarkerDesk
    let clock: HeraldClock
    let log: Log
    private let utcOffset: @Sendable (Timestamp) -> Int
    let counters: Counters
    private let bell: Doorbell
    private var breaker = Breaker()
    let policy = RetryPolicy()
    private var teller: FailureTeller
    private let isStopping = Atomic(false)
    /// What of the batch under way was settled already.
    var early: Set<String> = []
    private var endsWhenIdle = false
    /// When a failure was counted last.
    private var lastFailure: Timestamp?
    /// Failures so close together are one.
    private static let oneFailure = Duration.seconds(10)
    private var isStarted = false
    /// Told when the sink has failed for long, and when it works again.
    let onTrouble: @Sendable (_ failure: Failure?) async -> Void
    var isTroubleTold = false
    /// Why nothing is sent any more; nil while the sink works.
    var stop: SinkStop?
    /// A sink that fails for so long is announced through the others.
    private static let noticeAfter = Duration.seconds(3600)
    /// How long a sink rests whose configuration a person must mend.
    static let suspension = Duration.seconds(3600)

    init(
        _ sink: any Sink, _ settings: SinkSettings, desk: MarkerDesk, clock: HeraldClock, log: Log,
        counters: Counters, utcOffset: @escaping @Sendable (Timestamp) -> Int,
        onTrouble: @escaping @Sendable (Failure?) async -> Void
    ) {
        self.sink = sink
        self.settings = settings
        self.desk = desk
        self.clock = clock
        self.log = log
        self.counters = counters
        self.utcOffset = utcOffset
        self.onTrouble = onTrouble
        bell = Doorbell(clock: clock)
        teller = FailureTeller(log: log, sink: settings.name)
    }

    nonisolated func ring() {
        bell.ring()
    }

    /// Lets what is in flight end and takes nothing more.
    func stop() async {
        isStopping.store(true, ordering: .relaxed)
        bell.ring()
    }

    /// Ends the loop once nothing is due.
    func endWhenIdle() async {
        endsWhenIdle = true
        bell.ring()
    }

    /// Works until it is stopped.
    func run() async {
        await recallStop()
        // New settings, or a new start, are what a sink waited for whose settings were at fault.
        if !isStarted { await desk.lift(settings.name) }
        isStarted = true
        while !isStopping.load(ordering: .relaxed) {
            let pause = await step()
            guard let pause else { continue }
            if endsWhenIdle || isStopping.load(ordering: .relaxed) { break }
            await bell.wait(atMost: pause == .zero ? nil : pause)
        }
    }

    /// Delivers one batch; nil when there may be more, else how long to wait (zero: until somebody rings).
    private func step() async -> Duration? {
        let now = clock.now()
        if let stop { return await rest(stop) }
        if case .open(let until) = breaker.state, now < until { return max(until - now, .milliseconds(1)) }
        let isProbing = breaker.state != .closed
        let work = await desk.take(
            for: settings.name, limit: isProbing && settings.digest == nil ? 1 : sink.maxBatch,
            hold: holdRule,
            joins: settings.digest != nil)
        guard !work.batch.isEmpty else {
            return work.nextDue.map { max($0 - now, .milliseconds(1)) } ?? .zero
        }
        _ = breaker.request(now: now)
        let begun = clock.elapsed()
        let outcomes = await sink.deliver(work.batch, progress: progress(of: work))
        counters.add(clock.elapsed() - begun, to: .delivery)
        await settle(work, outcomes)
        return nil
    }

    /// What the sink tells while it is at work, so that a crash repeats only what is in flight.
    private func progress(of work: SinkWork) -> DeliveryProgress {
        DeliveryProgress(
            ended: { [weak self] place, outcome in await self?.settleEarly(work.batch[place], outcome) },
            isStopping: { [weak self] in self?.isStopping.load(ordering: .relaxed) ?? true })
    }

    private var holdRule: MarkerDesk.Hold? {
        guard settings.digest != nil || settings.quiet != nil else { return nil }
        let (settings, utcOffset) = (settings, utcOffset)
        return { created, now in
            HoldRule.decide(settings, created: created, now: now, utcOffset: utcOffset(now))
        }
    }

    func note(
        isAlive: Bool, _ failure: (failure: Failure, after: Duration?)?, next: Timestamp
    ) async {
        let now = clock.now()
        if let failure, !isAlive {
            let after = failure.after == .zero ? nil : failure.after
            // What several feeds are owed fails batch by batch at one time: that is one failure.
            let isSame = lastFailure.map { now - $0 < Self.oneFailure } ?? false
            if !isSame || after != nil || breaker.state != .closed {
                breaker.failed(now: now, jitter: clock.jitter(), after: after)
                lastFailure = now
            }
            teller.failed(failure.failure, now: now, next: nextTry(next, now))
            if let since = breaker.failingSince, now - since >= Self.noticeAfter, !isTroubleTold {
                isTroubleTold = true
                await onTrouble(failure.failure)
            }
            return
        }
        if let failure {
            teller.failed(failure.failure, now: now, next: nextTry(next, now))
        }
        guard isAlive else { return }
        breaker.succeeded()
        lastFailure = nil
        if failure == nil {
            if teller.isFailing { await desk.hasten(settings.name) }
            teller.recovered(now: now)
        }
        if isTroubleTold {
            isTroubleTold = false
            await onTrouble(nil)
        }
    }

    private func nextTry(_ next: Timestamp, _ now: Timestamp) -> String {
        var next = next
        if case .open(let until) = breaker.state { next = max(next, until) }
        return "retry in \(Interval.text(next - now))"
    }
}
