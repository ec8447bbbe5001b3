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
        let bytes = lines.flatMap { Self.bytes($0) }
        let file = file
        try stating { () throws(HostError) in try file.append(bytes, isSynced: true) }
    }

    private static func bytes(_ line: Line) -> [UInt8] {
        var writer = JSONWriter()
        writer.refusal(line)
        return writer.bytes + [0x0A]
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

    /// Empties the log, or leaves some lines in it.
    private func replace(with lines: [Line]) throws(StateError) {
        let path = path
        let bytes = lines.flatMap { Self.bytes($0) }
        try stating { () throws(HostError) in
            if bytes.isEmpty { try Files.remove(path) } else { try AtomicFile.write(bytes, to: path) }
        }
    }

    /// Owes again in its feed's marker what some sinks refused, or all of it: markers first, then the log is emptied.
    ///
    /// - Returns: how many announcements are owed again.
    public func retry(
        _ sinks: Set<String>? = nil, in markers: MarkerStore, at now: Timestamp
    ) throws(StateError) -> Int {
        let all = try read()
        let meant = all.filter { sinks?.contains($0.refusal.announcement.sink) ?? true }
        for (key, lines) in Dictionary(grouping: meant, by: \.key) {
            var marker = try markers.load(key).marker
            for line in lines { marker.outbox.owe(again: line.refusal, at: now) }
            try markers.commit([marker])
        }
        if !meant.isEmpty { try replace(with: all.filter { !meant.contains($0) }) }
        return meant.count
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
