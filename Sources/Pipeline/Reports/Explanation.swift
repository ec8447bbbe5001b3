public import FeedModel
internal import Markers

/// Why each entry of a feed is announced or not, as of now.
public struct Explanation: Sendable {
    /// One entry of the document.
    public struct Line: Sendable {
        /// What becomes of it: new, update, known, double, old, first, filtered, summarised.
        public var verdict: String
        public var isAnnounced: Bool
        public var id: String
        public var title: String?
        public var published: Timestamp?
        /// Why, in words without a full stop.
        public var reason: String
        /// The sinks it would go to.
        public var sinks: [String]
    }

    public var name: String
    /// Without credentials.
    public var url: String
    public var entries: Int
    /// Articles remembered.
    public var remembered: Int
    /// The date of the newest entry seen before.
    public var newest: Timestamp?
    /// Whether no document was ever read.
    public var isFirst: Bool
    public var lastPoll: Timestamp?
    public var nextPoll: Timestamp?
    public var nextPollReason: String?
    /// In document order.
    public var lines: [Line]

    /// Fetches the feed unconditionally and judges it; nothing is stored.
    public static func make(
        _ feed: Subscription, of list: SubscriptionList, state: String, version: String
    ) async throws(Failure) -> Explanation {
        let reader = try FeedReader(state: state, list: list, version: version)
        let marker = try reader.marker(of: feed)
        let reading = try await reader.read(feed, marker, isConditional: false)
        let routes = try SinkRoutes(list.sinks)
        let entries = reading.feed?.entries ?? []
        let lines = (reading.decision?.verdicts ?? []).map { verdict in
            let entry =
                entries.indices.contains(verdict.index) ? entries[verdict.index] : Entry(id: verdict.id)
            let kind: AnnouncementKind = verdict.kind == .update ? .update : .new
            return Line(
                verdict: verdict.kind.rawValue, isAnnounced: verdict.isAnnounced, id: verdict.id,
                title: verdict.title, published: entry.date, reason: verdict.reason,
                sinks: verdict.isAnnounced ? routes.sinks(for: entry, kind: kind, listed: feed.sinks) : [])
        }
        return Explanation(
            name: reading.name, url: URLMask.masked(feed.url), entries: entries.count,
            remembered: marker.memory.records.count, newest: marker.newestPublished,
            isFirst: marker.isUnstarted, lastPoll: marker.poll.lastPoll, nextPoll: marker.poll.nextPoll,
            nextPollReason: marker.poll.nextPollReason, lines: lines)
    }
}
