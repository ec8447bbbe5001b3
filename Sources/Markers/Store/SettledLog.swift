internal import FeedModel
internal import Host

/// Deliveries whose markers are not written yet: `STATE/settled.jsonl`, and `settled.jsonl.1` while a commit is under way.
///
/// A marker is costly to write, so deliveries wait for each other to share a commit. A line here, one write and no sync,
/// keeps a process that is killed meanwhile from sending them again; what a loss of power may take of it is repeated.
public struct SettledLog: Sendable {
    private let path: String
    private let file: AppendFile
    private var earlier: String { path + ".1" }

    init(folder: String) {
        path = folder + "/settled.jsonl"
        file = AppendFile(path)
    }

    /// Notes deliveries by their feed and their announcements' ids.
    public func append(_ deliveries: [(key: FeedKey, id: String)]) throws(StateError) {
        guard !deliveries.isEmpty else { return }
        var writer = JSONWriter()
        for (key, id) in deliveries {
            writer.beginObject()
            writer.member("feed", Self.name(of: key))
            writer.member("id", id)
            writer.endObject()
            writer.literal("\n")
        }
        let (file, bytes) = (file, writer.bytes)
        try stating { () throws(HostError) in try file.append(bytes) }
    }

    /// Sets the lines so far apart, before all markers that they are about are written.
    public func beginCommit() {
        guard !Files.exists(earlier), Files.exists(path) else { return }
        // Lines that stay where they are outlive the next commit, which costs nothing.
        try? Files.rename(path, to: earlier)
    }

    /// Drops the lines set apart: their markers are written.
    public func endCommit() {
        try? Files.remove(earlier)
    }

    /// Drops all lines: every marker is written.
    public func clear() {
        try? Files.remove(earlier)
        try? Files.remove(path)
    }

    /// The ids noted, by feed; a line that was cut is passed over.
    public func load() -> Deliveries {
        var deliveries = Deliveries()
        for path in [earlier, path] {
            let bytes = (try? Files.read(path)) ?? []
            for line in bytes.split(separator: 0x0A) {
                guard let value = try? JSONReader.read(Array(line)), let feed = value["feed"]?.string,
                    let id = value["id"]?.string
                else { continue }
                deliveries.ids[feed, default: []].append(id)
            }
        }
        return deliveries
    }

    /// What was delivered before the process was killed.
    public struct Deliveries: Sendable {
        fileprivate var ids: [String: [String]] = [:]

        public init() {}

        /// The ids of announcements of a feed.
        public subscript(key: FeedKey) -> [String] { ids[SettledLog.name(of: key)] ?? [] }
    }

    /// URLs may hold secrets.
    private static func name(of key: FeedKey) -> String {
        StableHash.hex(StableHash.of(key.url + "\u{0}" + (key.name ?? "")))
    }
}
