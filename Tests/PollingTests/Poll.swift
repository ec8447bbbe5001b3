import FeedModel
import Polling
import Transport

/// One feed under test: polls are settled one after the other on a clock that the test moves.
struct Poll {
    var subscription = Subscription(url: "http://example.org/feed")
    var rules = PollRules(delay: .seconds(300))
    var state = PollState()
    var now = Timestamp(seconds: 1_800_000_000)
    var jitter = 0.0
    var notices: [PollNotice] = []
    var hostPause: Timestamp?
    var isWorthWriting = false

    static let feed = DocumentReading.feed(PublisherHints(), entries: 3, new: 0, publishedPerDay: nil)

    var request: HTTPRequest { FeedRequest.make(for: subscription, state: state, userAgent: "feedherald/1") }

    /// The wait from now to the next poll.
    var wait: Duration? { state.nextPoll.map { $0 - now } }

    /// Settles an answer of a status, its document parsed unless said otherwise.
    @discardableResult
    mutating func take(
        _ status: Int, _ headers: HeaderFields = HeaderFields(), body: String = "<rss></rss>",
        redirects: [Redirect] = [], reading: DocumentReading? = Poll.feed, lasting: Duration = .zero
    ) -> FeedAnswer {
        var response = HTTPResponse(status: status, url: redirects.last?.url ?? request.url)
        response.headers = headers
        response.body = Array(body.utf8)
        response.redirects = redirects
        let answer = FeedAnswer(response, to: request, now: now)
        settle(answer, answer.meaning == .document ? reading : nil, lasting: lasting)
        return answer
    }

    mutating func fail(_ error: TransferError) {
        settle(FeedAnswer(error, to: request), nil, lasting: .zero)
    }

    /// Moves the clock to the next poll.
    mutating func waitForNext() {
        if let next = state.nextPoll { now = next }
    }

    private mutating func settle(_ answer: FeedAnswer, _ reading: DocumentReading?, lasting: Duration) {
        let started = now
        now = now + lasting
        let settlement = PollSettlement.settle(
            state, answer, reading, subscription: subscription, rules: rules, started: started, now: now,
            jitter: jitter)
        state = settlement.state
        notices += settlement.notices
        hostPause = settlement.hostPause
        isWorthWriting = settlement.isWorthWriting
    }
}
