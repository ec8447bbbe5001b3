internal import FeedModel
internal import FeedParsing
internal import Markers
internal import Polling
internal import Transport

/// Visits feeds: one request, one reading, one decision, one commit, in the order of the data's way.
final class Visitor: Sendable {
    let transfers: TransferLoop
    let desk: MarkerDesk
    let clock: HeraldClock
    let log: Log
    let counters: Counters
    let userAgent: String
    let routes: SinkRoutes
    /// Idle connections that libcurl keeps.
    static let keptConnections = TransferLoop.Settings().keptConnections

    init(
        transfers: TransferLoop, desk: MarkerDesk, clock: HeraldClock, log: Log, counters: Counters,
        userAgent: String, routes: SinkRoutes
    ) {
        self.transfers = transfers
        self.desk = desk
        self.clock = clock
        self.log = log
        self.counters = counters
        self.userAgent = userAgent
        self.routes = routes
    }

    /// The same visitor under other routes.
    func with(_ routes: SinkRoutes) -> Visitor {
        Visitor(
            transfers: transfers, desk: desk, clock: clock, log: log, counters: counters,
            userAgent: userAgent, routes: routes)
    }

    /// Asks a feed once, and says what came to `arrivals`.
    ///
    /// - Parameters:
    ///   - keepsConnection: whether other visits can use its connection.
    ///   - held: a visit that began before and waited for another host.
    func start(
        _ slot: PollSchedule.Slot, _ feed: WatchedFeed, rules: PollRules, keepsConnection: Bool,
        held: HeldVisit?, whenFinished arrivals: @escaping @Sendable (Visit, sending Arrivals.Outcome) -> Void
    ) -> PendingTransfer? {
        let request = held?.request.box ?? request(for: feed, keepsConnection: keepsConnection)
        let visit = Visit(
            slot: slot, feed: feed, rules: rules, request: request, started: held?.started ?? clock.now(),
            begun: clock.elapsed())
        if let held { return transfers.start(held.request) { arrivals(visit, $0) } }
        return transfers.start(request) { arrivals(visit, $0) }
    }

    private func request(for feed: WatchedFeed, keepsConnection: Bool) -> RequestBox {
        var request = FeedRequest.make(for: feed.subscription, state: feed.poll, userAgent: userAgent)
        request.stopsAtOtherHost = true
        request.keepsConnection = keepsConnection
        return RequestBox(request)
    }

    /// Looks at what came, and parses it if it is a document that is not known.
    ///
    /// - Parameter isStopping: whether requests may have been given up, which says nothing of their feeds.
    func look(at outcome: consuming Arrivals.Outcome, of visit: Visit, isStopping: Bool) -> VisitRest {
        let feed = visit.feed
        counters.add(clock.elapsed() - visit.begun, to: .transport)
        let now = clock.now()
        var answer: FeedAnswer
        switch outcome {
        case .success(let response):
            if let onward = response.onward {
                let held = HeldVisit(request: onward, started: visit.started)
                return .nothing(VisitResult(held: held, poll: feed.poll, title: feed.title))
            }
            answer = FeedAnswer(response, to: visit.request, now: now)
        case .failure(let error): answer = FeedAnswer(error, to: visit.request.value)
        }
        if isStopping, answer.meaning == .failed {
            return .nothing(VisitResult(poll: feed.poll, title: feed.title, answer: "cancelled"))
        }
        let reading = take(&answer, known: feed.poll.bodyDigest)
        let context = VisitContext(visit: visit, answer: answer, now: clock.now(), jitter: clock.jitter())
        switch reading {
        case .none: return settlementRest(context, nil)
        case .same: return settlementRest(context, .same)
        case .feed(let document): return .learn(document, context)
        case .failure(let failure): return settlementRest(context, .unreadable(failure))
        }
    }

    private func settlementRest(_ context: VisitContext, _ reading: DocumentReading?) -> VisitRest {
        let settlement = context.settlement(reading)
        if settlement.isWorthWriting || !settlement.notices.isEmpty { return .settle(settlement, context) }
        return .nothing(result(context, settlement, new: 0, title: context.feed.title))
    }

    /// Brings everything that follows from an answer to the desk.
    func finish(_ unfinished: Unfinished) async -> VisitResult? {
        switch unfinished.take() {
        case nil: return nil
        case .nothing(let result): return result
        case .learn(let document, let context): return await learn(document, context)
        case .settle(let settlement, let context): return await settle(context, settlement)
        }
    }

    /// What an answer's body holds.
    private enum Reading {
        case none
        case same
        case feed(Feed)
        case failure(Failure)
    }

    /// Reads the body, if there is one that is not known, and lets go of it: it must not wait for a commit.
    private func take(_ answer: inout FeedAnswer, known: UInt64?) -> Reading {
        guard answer.meaning == .document else { return .none }
        answer.digestBody()
        defer { answer.dropBody() }
        if let known, known == answer.bodyDigest() { return .same }
        switch read(answer) {
        case .success(let document): return .feed(document)
        case .failure(let failure): return .failure(failure)
        }
    }

    /// Parses a document; a feed that was cut off on its way is none.
    private func read(_ answer: FeedAnswer) -> Result<Feed, Failure> {
        let begun = clock.elapsed()
        defer { counters.add(clock.elapsed() - begun, to: .parsing) }
        do {
            let feed = try FeedParser.parse(answer.body, url: answer.url, contentType: answer.contentType)
            if let objection = answer.objection(to: feed) { return .failure(objection) }
            return .success(feed)
        } catch {
            return .failure(Failure(.parsing, error.message, hint: error.hint))
        }
    }

    private func learn(_ document: consuming Feed, _ context: VisitContext) async -> VisitResult {
        let feed = context.feed
        let title = document.title
        let name = feed.subscription.name ?? title ?? feed.name
        do {
            let settings = try NoveltySettings(feed.subscription, feedName: name)
            let lesson = Lesson(
                document: consume document, key: feed.key, name: name, settings: settings,
                listed: feed.subscription.sinks,
                routes: routes, now: context.now)
            let learned = try await desk.learn(consume lesson) { document, new in
                context.settlement(.feed(document, new: new, now: context.now))
            }
            counters.change { $0.newEntries += learned.new }
            await tell(learned.settlement.notices, about: context, name: name)
            return result(context, learned.settlement, new: learned.new, title: title)
        } catch let failure as Failure {
            return await settle(context, context.settlement(.unreadable(failure)))
        } catch {
            // The marker could not be written: nothing is taken as seen, and the feed is asked again.
            let failure = (error as? StateError)?.failure ?? Failure(.markers, "\(error)")
            return await settle(context, context.settlement(.unreadable(failure)))
        }
    }

    /// Settles a poll that brought no document to learn from; writes only what a restart must know.
    private func settle(_ context: VisitContext, _ settlement: PollSettlement) async -> VisitResult {
        await desk.save(settlement.state, of: context.feed.key)
        await tell(settlement.notices, about: context, name: context.feed.name)
        return result(context, settlement, new: 0, title: context.feed.title)
    }

    private func result(
        _ context: VisitContext, _ settlement: PollSettlement, new: Int, title: String?
    ) -> VisitResult {
        VisitResult(
            poll: settlement.state, title: title, failure: settlement.failure,
            hostPause: settlement.hostPause,
            host: settlement.host, new: new, answer: context.answer.status.map(String.init) ?? "error")
    }

    /// Brings what people should hear of once to the feed's sinks.
    private func tell(_ notices: [PollNotice], about context: VisitContext, name: String) async {
        for notice in notices {
            let said = NoticeText.make(notice, feed: name)
            guard let kind = said.kind else {
                log.say(.warning, said.text, stage: .polling, feed: name)
                continue
            }
            let reference = FeedReference(name: name, url: URLMask.masked(context.feed.subscription.url))
            let sinks = routes.sinks(for: Entry(id: ""), kind: kind, listed: context.feed.subscription.sinks)
            await desk.announce(said.text, kind: kind, of: context.feed.key, feed: reference, sinks: sinks)
        }
    }
}

/// What one visit knows, from the request on.
struct VisitContext: Sendable {
    let visit: Visit
    let answer: FeedAnswer
    let now: Timestamp
    let jitter: Double

    var feed: WatchedFeed { visit.feed }

    func settlement(_ reading: DocumentReading?) -> PollSettlement {
        PollSettlement.settle(
            visit.feed.poll, answer, reading, subscription: visit.feed.subscription, rules: visit.rules,
            started: visit.started, now: now, jitter: jitter)
    }
}
