public import FeedModel
internal import Markers

/// What was announced, newest first.
public struct HistoryReport: Sendable {
    /// One announcement.
    public struct Line: Sendable {
        public var time: Timestamp
        public var kind: AnnouncementKind
        public var feed: String
        public var id: String
        public var title: String?
        public var author: String?
        public var link: String?
        /// The names of the sinks it was owed to.
        public var sinks: [String]
        /// Whether it stood behind "and N more".
        public var isSummarised: Bool
        /// The line as `STATE/history.jsonl` has it.
        public var json: String
    }

    public var lines: [Line]

    /// Reads the latest lines.
    ///
    /// - Parameter feed: the only feed to show, by its name or address; nil shows all.
    public static func read(state: String, feed: Subscription?, limit: Int) throws(Failure) -> HistoryReport {
        do throws(StateError) {
            let history = try StateFolder(state, access: .reading).history
            guard let feed else {
                return HistoryReport(lines: try history.read(limit: limit).map(Line.init))
            }
            // Lines hold the address without credentials, and the name as it was then.
            let url = URLMask.masked(feed.url)
            return HistoryReport(lines: try history.read(feed: url, limit: limit).map(Line.init))
        } catch {
            throw error.failure
        }
    }
}

extension HistoryReport.Line {
    init(_ line: History.Line) {
        time = line.time
        kind = line.kind
        feed = line.feed.name
        id = line.id
        title = line.title
        author = line.author
        link = line.link
        sinks = line.sinks
        isSummarised = line.isSummarised
        json = line.json.text
    }
}
