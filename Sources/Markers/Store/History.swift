public import FeedModel
internal import Host

/// What was announced: `STATE/history.jsonl`, one line an announcement, and `history.jsonl.1` before it.
public struct History: Sendable {
    /// One line of the history.
    public struct Line: Sendable, Hashable {
        public var time: Timestamp
        public var feed: FeedReference
        public var kind: AnnouncementKind
        /// The sinks it was owed to.
        public var sinks: [String]
        /// Whether it stood behind a summary and was not announced by itself.
        public var isSummarised: Bool
        public var id: String
        public var title: String?
        public var author: String?
        public var link: String?
        public var published: Timestamp?

        public init(
            _ entry: Entry, kind: AnnouncementKind, feed: FeedReference, sinks: [String], at time: Timestamp,
            isSummarised: Bool = false
        ) {
            self.time = time
            self.feed = feed
            self.kind = kind
            self.sinks = sinks
            self.isSummarised = isSummarised
            id = entry.id
            title = entry.title
            author = entry.author
            link = entry.link
            published = entry.published
        }
    }

    let path: String
    private let file: AppendFile
    private let limit: Int

    /// - Parameter limit: bytes at which the file is rotated.
    init(folder: String, limit: Int = 10_000_000) {
        path = folder + "/history.jsonl"
        file = AppendFile(path)
        self.limit = limit
    }

    /// Adds lines; past the limit the file becomes `history.jsonl.1`, in place of the one before.
    public func append(_ lines: [Line]) throws(StateError) {
        guard !lines.isEmpty else { return }
        var bytes: [UInt8] = []
        for line in lines {
            bytes.append(contentsOf: line.json.text.utf8)
            bytes.append(0x0A)
        }
        let (path, file, limit) = (path, file, limit)
        try stating { () throws(HostError) in
            if let size = Files.size(path), size > 0, size + bytes.count > limit {
                try Files.rename(path, to: path + ".1")
            }
            try file.append(bytes)
        }
    }

    /// The latest lines, newest first; damaged ones are passed over.
    ///
    /// - Parameter feed: the name or URL of the only feed to show.
    public func read(feed: String? = nil, limit: Int = 50) throws(StateError) -> [Line] {
        var found: [Line] = []
        for path in [path, path + ".1"] where found.count < limit && Files.exists(path) {
            let bytes = try stating { () throws(HostError) in try Files.read(path) }
            for line in bytes.split(separator: 0x0A).reversed() where found.count < limit {
                guard let value = try? JSONReader.read(Array(line)), let item = Line(value) else { continue }
                if feed == nil || item.feed.name == feed || item.feed.url == feed { found.append(item) }
            }
        }
        return found
    }
}

extension History.Line {
    /// The line as the file has it.
    public var json: JSONValue {
        .object([
            JSONMember("time", .string(time.rfc3339)), JSONMember("event", .string(kind.rawValue)),
            JSONMember("feed", .string(feed.name)), JSONMember("url", .string(feed.url)),
            JSONMember("id", .string(id)), JSONMember("author", .optional(author)),
            JSONMember("title", .optional(title)), JSONMember("link", .optional(link)),
            JSONMember("published", .optional(published?.rfc3339)),
            JSONMember("sinks", .array(sinks.map { .string($0) })),
            JSONMember("summarised", .bool(isSummarised)),
        ])
    }

    init?(_ value: JSONValue) {
        guard let time = value["time"]?.string.flatMap({ Timestamp(rfc3339: $0) }),
            let kind = value["event"]?.string.flatMap({ AnnouncementKind(rawValue: $0) }),
            let name = value["feed"]?.string, let id = value["id"]?.string
        else { return nil }
        self.time = time
        self.kind = kind
        feed = FeedReference(name: name, url: value["url"]?.string ?? "")
        self.id = id
        title = value["title"]?.string
        author = value["author"]?.string
        link = value["link"]?.string
        published = value["published"]?.string.flatMap { Timestamp(rfc3339: $0) }
        sinks = (value["sinks"]?.array ?? []).compactMap(\.string)
        isSummarised = value["summarised"]?.bool ?? false
    }
}
