internal import Delivery
public import FeedModel
internal import Markers
internal import Polling

/// A sweep that changes nothing and sends nothing: what would be announced if it were a real one.
public struct Rehearsal: Sendable {
    /// What a feed's poll would bring.
    public struct Result: Sendable {
        public var feed: String
        /// The lines to show, oldest first.
        public var lines: [String] = []
        /// Deliveries owed from before, which a real run would make as well.
        public var owed = 0
        public var failure: Failure?
        /// Why it was not polled; nil when it was.
        public var skipped: String?
    }

    private let list: SubscriptionList
    private let reader: FeedReader
    private let routes: SinkRoutes
    private let isJSON: Bool
    private let now: Timestamp
    /// Hosts asked at the same time.
    private static let width = 16

    public init(
        _ list: SubscriptionList, state: String, version: String, isJSON: Bool
    ) throws(Failure) {
        self.list = list
        self.isJSON = isJSON
        reader = try FeedReader(state: state, list: list, version: version)
        routes = try SinkRoutes(list.sinks)
        now = HeraldClock.system.now()
    }

    /// Polls every feed that is due, one at a time a host, and hands on what each would bring.
    public func run(_ tell: @Sendable (Result) -> Void) async {
        let hosts = Dictionary(grouping: list.subscriptions) { FeedHost.of($0.url) ?? "" }
        await withTaskGroup(of: [Result].self) { group in
            var waiting = hosts.sorted { $0.key < $1.key }.map(\.value)[...]
            for _ in 0..<Self.width {
                guard let feeds = waiting.popFirst() else { break }
                group.addTask { await visit(feeds) }
            }
            for await results in group {
                for result in results { tell(result) }
                if let feeds = waiting.popFirst() { group.addTask { await visit(feeds) } }
            }
        }
    }

    private func visit(_ feeds: [Subscription]) async -> [Result] {
        var results: [Result] = []
        for feed in feeds { results.append(await visit(feed)) }
        return results
    }

    private func visit(_ feed: Subscription) async -> Result {
        var result = Result(feed: feed.label)
        do throws(Failure) {
            let marker = try reader.marker(of: feed)
            result.feed = feed.name ?? marker.title ?? feed.label
            result.owed = marker.outbox.count
            if let reason = skip(feed, marker.poll) {
                result.skipped = reason
                return result
            }
            let reading = try await reader.read(feed, marker, isConditional: true)
            result.feed = reading.name
            result.lines = (reading.decision?.announcements ?? []).map { line($0, reading.name, feed) }
        } catch {
            result.failure = error
        }
        return result
    }

    /// Why a real sweep would leave a feed out.
    private func skip(_ feed: Subscription, _ poll: PollState) -> String? {
        if feed.isPaused { return "paused" }
        if poll.goneSince != nil { return "gone for good" }
        guard let next = poll.nextPoll, let reason = poll.nextPollReason, next > now else { return nil }
        return "\(reason), due in \(Interval.text(next - now))"
    }

    private func line(_ news: NoveltyDecision.News, _ name: String, _ feed: Subscription) -> String {
        let sinks = routes.sinks(for: news.entry, kind: news.kind, listed: feed.sinks)
        let reference = FeedReference(name: name, url: URLMask.masked(feed.url))
        let announcement = Announcement(
            id: "", kind: news.kind, feed: reference, entry: news.entry, sink: "", created: now)
        if isJSON {
            let text = ConsoleLine.make(announcement, now: now, style: .json)
            guard let value = try? JSONReader.read(Array(text.utf8)), let members = value.members else {
                return text
            }
            let added = [
                JSONMember("dryRun", true), JSONMember("sinks", .array(sinks.map { .string($0) })),
            ]
            return JSONValue.object(members + added).text
        }
        let text = ConsoleLine.make(announcement, now: now, style: .plain)
        // Without the time, which says when it was announced.
        let said = text.drop { $0 != " " }.dropFirst().dropLast()
        return "would announce to \(sinks.isEmpty ? "no sink" : sinks.joined(separator: ", ")): \(said)"
    }
}
