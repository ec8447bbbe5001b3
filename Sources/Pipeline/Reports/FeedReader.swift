internal import FeedModel
internal import FeedParsing
internal import Markers
internal import Polling
internal import Transport

/// Fetches and reads feeds for commands that change no state.
struct FeedReader: Sendable {
    /// What a feed's server answered, and what it means against what is remembered.
    struct Reading: Sendable {
        let answer: FeedAnswer
        /// Absent when nothing changed.
        let decision: NoveltyDecision?
        let feed: Feed?
        let name: String
    }

    let state: StateFolder
    let book: PollBook
    let transfers = TransferLoop()
    let userAgent: String

    init(state path: String, list: SubscriptionList, version: String) throws(Failure) {
        do {
            state = try StateFolder(path, access: .reading)
            try state.markers.assign(list.subscriptions.map { FeedKey($0) })
        } catch {
            throw error.failure
        }
        book = state.loadPolls()
        userAgent = Herald.userAgent(version)
    }

    /// What is stored of a feed, with its latest poll times.
    func marker(of feed: Subscription) throws(Failure) -> Marker {
        do {
            var marker = try state.markers.load(FeedKey(feed)).marker
            book.update(&marker.poll, of: FeedKey(feed))
            return marker
        } catch {
            throw error.failure
        }
    }

    /// Asks the feed's server and decides what is new, without storing anything.
    ///
    /// - Parameter isConditional: whether the server may answer that nothing changed.
    func read(_ feed: Subscription, _ marker: Marker, isConditional: Bool) async throws(Failure) -> Reading {
        var poll = marker.poll
        if !isConditional { poll.validators = Validators() }
        let request = FeedRequest.make(for: feed, state: poll, userAgent: userAgent)
        let answer = await ask(request)
        if let failure = answer.failure { throw failure }
        let name = feed.name ?? marker.title ?? feed.label
        guard answer.meaning == .document else {
            return Reading(answer: answer, decision: nil, feed: nil, name: name)
        }
        let document: Feed
        do {
            document = try FeedParser.parse(answer.body, url: answer.url, contentType: answer.contentType)
        } catch {
            throw Failure(.parsing, error.message, hint: error.hint)
        }
        if let objection = answer.objection(to: document) { throw objection }
        let shown = feed.name ?? document.title ?? name
        let settings = try NoveltySettings(feed, feedName: shown)
        let decision = Novelty.decide(
            document, marker: marker, now: HeraldClock.system.now(), settings: settings)
        return Reading(answer: answer, decision: decision, feed: document, name: shown)
    }

    private func ask(_ request: HTTPRequest) async -> FeedAnswer {
        do {
            return FeedAnswer(try await transfers.send(request), to: request, now: HeraldClock.system.now())
        } catch {
            return FeedAnswer(error, to: request)
        }
    }
}
