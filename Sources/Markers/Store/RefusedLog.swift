public import FeedModel
internal import Host

/// Announcements given up, with all that is needed to owe them again: `STATE/refused.jsonl`.
public struct RefusedLog: Sendable {
    /// A refusal and the feed it belongs to.
    public struct Line: Sendable, Hashable {
        public var key: FeedKey
        public var refusal: Refusal

        public init(key: FeedKey, refusal: Refusal) {
            self.key = key
            self.refusal = refusal
        }
    }

    let path: String
    private let file: AppendFile

    init(folder: String) {
        path = folder + "/refused.jsonl"
        file = AppendFile(path)
    }

    public func append(_ lines: [Line]) throws(StateError) {
        guard !lines.isEmpty else { return }
        var bytes: [UInt8] = []
        for line in lines {
            var writer = JSONWriter()
            writer.refusal(line)
            bytes.append(contentsOf: writer.bytes)
            bytes.append(0x0A)
        }
        let file = file
        try stating { () throws(HostError) in try file.append(bytes, isSynced: true) }
    }

    /// All refusals, oldest first; damaged lines are passed over.
    public func read() throws(StateError) -> [Line] {
        guard Files.exists(path) else { return [] }
        let path = path
        let bytes = try stating { () throws(HostError) in try Files.read(path) }
        return bytes.split(separator: 0x0A).compactMap { line in
            (try? JSONReader.read(Array(line))).flatMap { Line($0) }
        }
    }

    /// Empties the log, after what it held is owed again and committed.
    public func clear() throws(StateError) {
        let path = path
        try stating { () throws(HostError) in try Files.remove(path) }
    }

    /// Owes everything again in its feed's marker: markers first, then the log is emptied.
    ///
    /// - Returns: how many announcements are owed again. Those of feeds without a marker are dropped with the log.
    public func retry(in markers: MarkerStore, at now: Timestamp) throws(StateError) -> Int {
        var count = 0
        for (key, lines) in Dictionary(grouping: try read(), by: \.key) {
            var marker = try markers.load(key).marker
            for line in lines { marker.outbox.owe(again: line.refusal, at: now) }
            try markers.commit([marker])
            count += lines.count
        }
        if count > 0 { try clear() }
        return count
    }
}

extension JSONWriter {
    fileprivate mutating func refusal(_ line: RefusedLog.Line) {
        let refusal = line.refusal
        beginObject()
        member("time", refusal.time.rfc3339)
        member("sink", refusal.announcement.sink)
        member("reason", refusal.reason)
        member("attempts", JSONValue.int(refusal.attempts))
        member("watched", ["name": .optional(line.key.name), "url": .string(line.key.url)])
        member("id", refusal.announcement.id)
        member("kind", refusal.announcement.kind.rawValue)
        member("created", JSONValue.int(refusal.announcement.created.milliseconds))
        if !refusal.version.isEmpty { member("entryVersion", refusal.version) }
        key("feed")
        feedReference(refusal.announcement.feed)
        key("entry")
        entry(refusal.announcement.entry)
        endObject()
    }
}

extension RefusedLog.Line {
    fileprivate init?(_ value: JSONValue) {
        guard let time = value["time"]?.timestamp, let sink = value["sink"]?.string,
            let url = value["watched"]?["url"]?.string, let id = value["id"]?.string,
            let kind = value["kind"]?.string.flatMap({ AnnouncementKind(rawValue: $0) }),
            let created = value["created"]?.timestamp, let feed = FeedReference(value["feed"]),
            let entry = value["entry"].flatMap({ Entry($0) })
        else { return nil }
        key = FeedKey(name: value["watched"]?["name"]?.string, url: url)
        refusal = Refusal(
            announcement: Announcement(
                id: id, kind: kind, feed: feed, entry: entry, sink: sink, created: created),
            version: value["entryVersion"]?.string ?? "", attempts: value["attempts"]?.int ?? 1,
            reason: value["reason"]?.string ?? "", time: time)
    }
}
