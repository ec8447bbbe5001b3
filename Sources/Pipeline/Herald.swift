internal import Delivery
public import FeedModel
internal import Host
internal import Markers
internal import Polling
internal import Transport

/// What the command line says about a run.
public struct HeraldOptions: Sendable {
    /// DELAY; nil takes that of feeds.json, else an hour.
    public var delay: Duration?
    /// One sweep, then the end.
    public var isOnce = false
    /// The longest interval of the adaptive schedule; nil polls at the delay.
    public var adaptiveLimit: Duration?
    /// The folder in which everything is remembered.
    public var state: String
    /// The version, for User-Agent headers.
    public var version: String
    /// Whether the console's lines are JSON objects.
    public var isJSON = false
    /// Whether the console may use colours.
    public var isColoured = false
    /// Where to write metrics, see docs/metrics.md.
    public var metrics: String?

    public init(state: String, version: String) {
        self.state = state
        self.version = version
    }
}

/// Why a run could not begin.
public enum HeraldError: Error, Sendable {
    /// Another process holds the state folder.
    case held(Failure)
    /// The state folder cannot be used.
    case state(Failure)
    /// A sink or a pattern of feeds.json cannot work.
    case configuration(Failure)
}

extension HeraldError {
    init(_ error: StateError) {
        if case .held = error { self = .held(error.failure) } else { self = .state(error.failure) }
    }
}

/// How a run ended.
public struct HeraldOutcome: Sendable {
    /// Feeds whose last poll failed.
    public var failing = 0
    /// Announcements that are still owed.
    public var owed = 0
    /// Why the state could not be written at the end; nil when it could.
    public var trouble: Failure?
}

/// The whole program at work: the watch over the feeds, the desk with the markers, the workers of the sinks.
public actor Herald {
    let options: HeraldOptions
    let clock: HeraldClock
    /// When the run began.
    let started: Timestamp
    let log: Log
    let counters = Counters()
    let state: StateFolder
    let desk: MarkerDesk
    let dispatcher: Dispatcher
    let transfers: TransferLoop
    let loop: WatchLoop
    let writeConsole: @Sendable ([UInt8]) throws(Failure) -> Void
    var list: SubscriptionList
    private var saver: Task<Void, Never>?
    /// Pauses of hosts as the run before left them.
    private var storedPauses: [String: Timestamp] = [:]
    /// How often metrics are written while running, and poll times at the least.
    private static let savePeriod = Duration.seconds(60)

    /// Opens the state and gets everything ready; nothing is asked yet.
    ///
    /// - Parameters:
    ///   - writeConsole: takes whole lines for stdout.
    ///   - longestTurn: `onTurn` is called at least so often while the loop lives.
    public init(
        _ list: SubscriptionList, options: HeraldOptions, clock: HeraldClock = .system, log: Log,
        writeConsole: @escaping @Sendable ([UInt8]) throws(Failure) -> Void, longestTurn: Duration? = nil,
        onTurn: @escaping @Sendable () -> Void = {}
    ) async throws(HeraldError) {
        self.options = options
        self.clock = clock
        started = clock.now()
        self.log = log
        self.list = list
        self.writeConsole = writeConsole
        do {
            state = try StateFolder(options.state, access: .writing)
        } catch {
            throw HeraldError(error)
        }
        transfers = TransferLoop()
        desk = MarkerDesk(state: state, clock: clock, log: log, counters: counters)
        dispatcher = Dispatcher(
            desk: desk, clock: clock, log: log, counters: counters,
            utcOffset: { WallClock.offset(atSeconds: $0.seconds) })
        let routes: SinkRoutes
        do {
            routes = try SinkRoutes(list.sinks)
        } catch {
            throw .configuration(error)
        }
        let visitor = Visitor(
            transfers: transfers, desk: desk, clock: clock, log: log, counters: counters,
            userAgent: Self.userAgent(options.version), routes: routes)
        loop = WatchLoop(
            settings: Self.settings(options, list), visitor: visitor,
            schedule: PollSchedule(perHost: list.perHost, hostGap: list.hostGap), clock: clock, log: log,
            counters: counters, longestTurn: longestTurn, onTurn: onTurn)
        await dispatcher.use(try sinks(of: list))
        do {
            await loop.add(try await watched(list))
            await loop.resume(storedPauses)
            await desk.endAdoption()
            await desk.keepOnly(sinks: Set(list.sinks.map(\.name)))
        } catch {
            throw HeraldError(error)
        }
    }

    /// `feedherald/1.0 (+URL)`: one product, stable, with an address to complain to.
    static func userAgent(_ version: String) -> String {
        "feedherald/\(version) (+https://github.com/feedherald/feedherald)"
    }

    static func settings(_ options: HeraldOptions, _ list: SubscriptionList) -> WatchLoop.Settings {
        let given = options.delay ?? list.delay
        var settings = WatchLoop.Settings(delay: given ?? .seconds(3600))
        settings.adaptiveLimit = options.adaptiveLimit
        settings.failureNotice = list.failureNotice
        settings.isOnce = options.isOnce
        settings.honoursDelayOnce = given != nil
        return settings
    }

    /// What is stored of each feed of the list; none is nil, but the loop keeps such a list as its own.
    func watched(_ list: SubscriptionList) async throws(StateError) -> [WatchedFeed?] {
        let book = state.loadPolls()
        storedPauses = book.pauses
        try state.markers.assign(list.subscriptions.map { FeedKey($0) })
        var feeds: [WatchedFeed?] = []
        feeds.reserveCapacity(list.subscriptions.count)
        for subscription in list.subscriptions {
            var feed = WatchedFeed(subscription: subscription, poll: PollState())
            let key = feed.key
            if let head = state.markers.head(key) {
                feed.poll = head.poll
                feed.title = head.title
                if head.owed > 0 { try await desk.adopt(key) }
            } else if state.markers.isStored(key) {
                // Written by hand, older, or damaged: only the whole file tells.
                let marker = try await desk.marker(key)
                feed.poll = marker.poll
                feed.title = marker.title
                try await desk.adopt(key)
            }
            // What another address said (gone, paused, moved) is not said of this one.
            feed.poll = feed.poll.belonging(to: subscription)
            book.update(&feed.poll, of: key)
            feeds.append(feed)
        }
        try await desk.adopt(FeedKey(name: "feedherald", url: "feedherald:sinks"))
        return feeds
    }

    /// Watches until ``stop()``; with `isOnce` until one sweep is done and delivered.
    public func run() async -> HeraldOutcome {
        saver = options.isOnce ? nil : Task { await self.saveNowAndThen() }
        // On the transfers' own thread: short answers then cost no change of threads.
        await withTaskExecutorPreference(transfers.executor) { await loop.run() }
        if options.isOnce { await dispatcher.drain() }
        await dispatcher.stop()
        saver?.cancel()
        return await finish()
    }

    /// Starts nothing more and lets what is in flight end; ``run()`` returns then.
    public func stop() async {
        await loop.stop()
        await dispatcher.stop()
    }

    /// Polls every feed now; pauses of hosts hold.
    public func pollNow() async {
        await loop.pollNow()
    }

    /// Saves what can be saved without waiting for what is in flight.
    public func abandon() async {
        _ = await desk.flushAll()
        await save()
    }

    private func finish() async -> HeraldOutcome {
        var outcome = HeraldOutcome()
        outcome.trouble = await desk.flushAll()?.failure
        outcome.failing = await loop.failing
        outcome.owed = await desk.owed
        await save()
        transfers.shutdown()
        state.release()
        return outcome
    }

    /// A crash must not let feeds be polled early that were polled just before, so a short list's times are written
    /// soon after they changed; a long list's file takes longer to write.
    private var bookPeriod: Duration {
        min(Self.savePeriod, max(.seconds(1), .milliseconds(2 * list.subscriptions.count)))
    }

    private func saveNowAndThen() async {
        var seen = 0
        var nextMetrics = clock.elapsed() + Self.savePeriod
        while !Task.isCancelled {
            await clock.sleep(bookPeriod)
            guard !Task.isCancelled else { return }
            let ended = await loop.ended
            if ended != seen { await saveBook() }
            seen = ended
            guard clock.elapsed() >= nextMetrics else { continue }
            nextMetrics = clock.elapsed() + Self.savePeriod
            // Documents come in bursts, above all the first ones; what they took is not kept for ever.
            Heap.trim()
            await writeMetrics()
        }
    }

    /// Writes poll times and metrics.
    private func save() async {
        await saveBook()
        await writeMetrics()
    }

    private func saveBook() async {
        var book = PollBook()
        await loop.note(in: &book)
        do {
            try state.savePolls(book)
        } catch {
            log.say(.warning, error.failure)
        }
    }
}
