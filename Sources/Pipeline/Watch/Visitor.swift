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

    /// Asks a feed once and brings everything that follows from the answer to the desk.
    ///
    /// - Parameters:
    ///   - keepsConnection: whether other visits can use its connection.
    ///   - held: a visit that began before and waited for another host.
    func visit(
        _ feed: WatchedFeed, rules: PollRules, keepsConnection: Bool = true, held: HeldVisit? = nil
    ) async -> VisitResult {
        let started = held?.started ?? clock.now()
        var request = FeedRequest.make(for: feed.subscription, state: feed.poll, userAgent: userAgent)
        request.stopsAtOtherHost = true
        request.keepsConnection = keepsConnection
        var answer: FeedAnswer
        switch await ask(held?.request.request ?? request, held: held?.request) {
        case .onward(let rest):
            return VisitResult(
                held: HeldVisit(request: rest, started: started), poll: feed.poll, title: feed.title)
        case .answer(let given): answer = given
        }
        if Task.isCancelled, answer.meaning == .failed {
            return VisitResult(poll: feed.poll, title: feed.title, answer: "cancelled")
        }
        let now = clock.now()
        let reading = take(&answer, known: feed.poll.bodyDigest)
        let context = VisitContext(
            feed: feed, answer: answer, rules: rules, started: started, now: now, jitter: clock.jitter())
        switch reading {
        case .none: return await settle(context, context.settlement(nil))
        case .same: return await settle(context, context.settlement(.same))
        case .feed(let document): return await learn(document, context)
        case .failure(let failure): return await settle(context, context.settlement(.unreadable(failure)))
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

    private enum Reply {
        case answer(FeedAnswer)
        case onward(OnwardRequest)
    }

    private func ask(_ request: HTTPRequest, held: OnwardRequest?) async -> Reply {
        let begun = clock.elapsed()
        defer { counters.add(clock.elapsed() - begun, to: .transport) }
        do {
            let response: HTTPResponse
            if let held {
                response = try await transfers.resume(held)
            } else {
                response = try await transfers.send(request)
            }
            if let onward = response.onward { return .onward(onward) }
            return .answer(FeedAnswer(response, to: request, now: clock.now()))
        } catch {
            return .answer(FeedAnswer(error, to: request))
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
        if settlement.isWorthWriting || !settlement.notices.isEmpty {
            await desk.save(settlement.state, of: context.feed.key)
        }
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
    let feed: WatchedFeed
    let answer: FeedAnswer
    let rules: PollRules
    let started: Timestamp
    let now: Timestamp
    let jitter: Double

    func settlement(_ reading: DocumentReading?) -> PollSettlement {
        PollSettlement.settle(
            feed.poll, answer, reading, subscription: feed.subscription, rules: rules, started: started,
            now: now,
            jitter: jitter)
    }
}
