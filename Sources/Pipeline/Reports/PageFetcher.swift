public import FeedModel
internal import Polling
internal import Transport

/// Fetches single documents for commands, as politely as a poll and without a state.
public struct PageFetcher: Sendable {
    /// A document as it came.
    public struct Page: Sendable {
        public var body: [UInt8]
        /// Where it came from, after redirects.
        public var url: String
        public var contentType: String?
    }

    private let version: String
    private let transfers = TransferLoop()

    public init(version: String) {
        self.version = version
    }

    /// Fetches a page; anything but a complete 200 is a failure that says what came.
    public func fetch(_ url: String) async throws(Failure) -> Page {
        let request = FeedRequest.make(
            for: Subscription(url: url), state: PollState(), userAgent: Herald.userAgent(version))
        let answer: FeedAnswer
        do {
            answer = FeedAnswer(
                try await transfers.send(request), to: request, now: HeraldClock.system.now())
        } catch {
            answer = FeedAnswer(error, to: request)
        }
        if let failure = answer.failure { throw failure }
        return Page(body: answer.body, url: answer.url, contentType: answer.contentType)
    }
}
