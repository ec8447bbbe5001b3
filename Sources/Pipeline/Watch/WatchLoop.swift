internal import FeedModel
internal import Markers
internal import Polling
internal import Transport

/// Polls every feed when it is due, many at a time, for ever or for one sweep.
actor WatchLoop {
    struct Settings: Sendable {
        /// For feeds without a delay of their own.
        var delay: Duration
        var adaptiveLimit: Duration?
        var failureNotice: Duration?
        /// Visits at the same time.
        var width = 100
        /// Whether this is one sweep: ordinary waits do not count, only what publishers and failures ask for.
        var isOnce = false
        /// Whether a sweep leaves out feeds whose own or given delay is not over; without a delay the caller's rhythm counts.
        var honoursDelayOnce = true
    }

    let clock: HeraldClock
    let log: Log
    let counters: Counters
    var settings: Settings
    var visitor: Visitor
    var schedule: PollSchedule
    /// By slot of the schedule.
    var feeds: [WatchedFeed?] = []
    /// Present runs of failures, said folded; few feeds fail at a time.
    private var tellers: [PollSchedule.Slot: FailureTeller] = [:]
    /// Visits that wait for another host than their feed's.
    var held: [PollSchedule.Slot: HeldVisit] = [:]
    /// What came back and was not looked at yet.
    private let arrivals = Arrivals()
    /// Requests under way, to give them up at a stop.
    private var pending: [PollSchedule.Slot: PendingTransfer] = [:]
    /// Feeds that are being visited at another host than their own.
    private var away: Set<PollSchedule.Slot> = []
    let bell: Doorbell
    private var isStopping = false
    /// Called now and then while the loop is alive, for a watchdog.
    private let onTurn: @Sendable () -> Void
    private let longestTurn: Duration
    var sweep = Sweep()
    /// Polls ended so far, by which others see that there is something to save.
    private(set) var ended = 0

    init(
        settings: Settings, visitor: Visitor, schedule: PollSchedule, clock: HeraldClock, log: Log,
        counters: Counters, longestTurn: Duration?, onTurn: @escaping @Sendable () -> Void
    ) {
        self.settings = settings
        self.visitor = visitor
        self.schedule = schedule
        self.clock = clock
        self.log = log
        self.counters = counters
        self.longestTurn = longestTurn ?? .seconds(3600)
        self.onTurn = onTurn
        bell = Doorbell(clock: clock)
    }

    /// Starts no more visits; ``run()`` returns when those under way have ended.
    func stop() async {
        isStopping = true
        bell.ring()
    }

    /// Makes every feed due; pauses of hosts hold.
    func pollNow() async {
        schedule.pollNow(now: clock.elapsed())
        bell.ring()
    }

    /// Polls until it is stopped; one sweep ends when nothing is due and nothing under way.
    func run() async {
        await withDiscardingTaskGroup { group in
            while true {
                takeArrived(in: &group)
                startDue()
                // A request that is given up now is simply made again at the next start.
                if isStopping { giveUp(&group) }
                if isStopping || settings.isOnce, schedule.runningCount == 0, isStopping || !hasDue { break }
                onTurn()
                await bell.wait(atMost: pause())
                tellSweep()
            }
        }
    }

    /// Starts the visits that are due; all but few end without a task of their own.
    private func startDue() {
        // What came at once, as files do, is read before more is fetched.
        while !isStopping, arrivals.isEmpty, schedule.runningCount < settings.width,
            let slot = schedule.takeDue(now: clock.elapsed())
        {
            guard let feed = feeds[slot] else {
                schedule.finish(slot, next: nil)
                continue
            }
            let held = held.isEmpty ? nil : held.removeValue(forKey: slot)
            if held != nil { away.insert(slot) }
            let keeps = schedule.isConnectionReusable(slot, limit: Visitor.keptConnections)
            pending[slot] = visitor.start(
                slot, feed, rules: rules(for: feed.subscription), keepsConnection: keeps, held: held
            ) { [arrivals, bell] visit, outcome in
                arrivals.put(visit, outcome)
                bell.ring()
            }
        }
    }

    /// Looks at what came back; what takes longer goes on by itself.
    private func takeArrived(in group: inout DiscardingTaskGroup) {
        for (visit, outcome) in arrivals.take() {
            let slot = visit.slot
            pending[slot] = nil
            let rest = visitor.look(at: outcome, of: visit, isStopping: isStopping)
            if case .nothing(let result) = rest {
                finish(slot, result)
                continue
            }
            let unfinished = Unfinished(rest)
            group.addTask { [visitor] in
                guard let result = await visitor.finish(unfinished) else { return }
                await self.finish(slot, result)
                self.bell.ring()
            }
        }
    }

    private func giveUp(_ group: inout DiscardingTaskGroup) {
        for transfer in pending.values { transfer.cancel() }
        group.cancelAll()
    }

    /// Whether one sweep has more to do: it waits for the gaps between requests to one host, not for pauses of hours.
    private var hasDue: Bool {
        schedule.nextWake.map { $0 - clock.elapsed() <= Self.longestGap } ?? false
    }

    private static let longestGap = Duration.seconds(60)

    private func pause() -> Duration {
        guard schedule.runningCount < settings.width, let next = schedule.nextWake else { return longestTurn }
        return min(longestTurn, max(together, next - clock.elapsed()))
    }

    /// Polls that are due within moments of each other start together, which spares wake-ups.
    private var together: Duration { min(.milliseconds(250), max(.milliseconds(25), settings.delay / 200)) }

    func rules(for subscription: Subscription) -> PollRules {
        var rules = PollRules(delay: subscription.delay ?? settings.delay)
        rules.adaptiveLimit = settings.adaptiveLimit
        rules.moveSpan = subscription.adoptsAfter
        rules.announceFailureAfter = settings.failureNotice ?? .seconds(Int64.max / 1_000_000)
        return rules
    }

    /// Lets a visit wait for the host that a redirect leads to, as if the feed were there.
    private func hold(_ slot: PollSchedule.Slot, _ rest: HeldVisit) {
        schedule.finish(slot, next: clock.elapsed())
        if feeds[slot] != nil {
            held[slot] = rest
            schedule.setHost(slot, FeedHost.of(rest.request.url))
        }
    }

    private func finish(_ slot: PollSchedule.Slot, _ result: VisitResult) {
        if let rest = result.held { return hold(slot, rest) }
        let wasAway = !away.isEmpty && away.remove(slot) != nil
        sweep.count(result)
        ended += 1
        counters.change { values in
            values.answers[result.answer, default: 0] += 1
            if result.failure != nil { values.failures += 1 }
        }
        let now = clock.now()
        let elapsed = clock.elapsed()
        if let pause = result.hostPause {
            schedule.pause(host: result.host, until: elapsed + max(.zero, pause - now))
        }
        guard feeds[slot] != nil else {
            tellers[slot] = nil
            return schedule.finish(slot, next: nil)
        }
        let hasMoved = feeds[slot]?.poll.movedURL != result.poll.movedURL
        feeds[slot]?.poll = result.poll
        feeds[slot]?.title = result.title
        if result.failure != nil || !tellers.isEmpty { tell(slot, result, now: now) }
        let next = result.poll.nextPoll.map { elapsed + max(.zero, $0 - now) }
        let isResting = settings.isOnce || feeds[slot]?.subscription.isPaused == true
        schedule.finish(slot, next: isResting ? nil : next)
        if hasMoved || wasAway {
            schedule.setHost(slot, FeedHost.of(result.poll.movedURL ?? feeds[slot]?.subscription.url ?? ""))
        }
    }

    private func tell(_ slot: PollSchedule.Slot, _ result: VisitResult, now: Timestamp) {
        if var failure = result.failure {
            let name = feeds[slot]?.name ?? ""
            if !result.host.isEmpty, !failure.message.contains(result.host), !name.contains(result.host) {
                failure.message = "\(result.host): \(failure.message)"
            }
            let next =
                result.poll.nextPoll.map { "retry in \(Interval.text($0 - now))" } ?? "not polled any more"
            tellers[slot, default: FailureTeller(log: log, feed: name)].failed(
                failure, now: now, next: next)
        } else if var teller = tellers.removeValue(forKey: slot) {
            teller.recovered(now: now)
        }
    }

    /// Says with `-v` what a round of the delay brought.
    private func tellSweep() {
        let now = clock.elapsed()
        guard let text = sweep.text(now: now, period: settings.delay) else { return }
        counters.change { $0.sweeps += 1 }
        log.say(.info, text)
        sweep = Sweep(started: now)
    }
}
