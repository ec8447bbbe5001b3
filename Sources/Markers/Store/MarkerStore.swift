public import FeedModel
internal import Host
internal import Synchronization

/// The markers of all feeds: `STATE/markers/<slug>-<hash>.json`, the hash being that of the URL.
///
/// A feed finds its marker by its URL; one whose URL changed in feeds.json finds it by its name. Files of other
/// kinds are left alone. Calls read and write files at once; one process writes (see ``StateFolder``).
public final class MarkerStore: Sendable {
    /// A marker as loaded.
    public struct Loaded: Sendable {
        /// A fresh one where none is stored or the stored one is damaged.
        public var marker: Marker
        /// What was wrong with the stored one, once: it is set aside as `.damaged` then.
        public var damage: Failure?
        public var isStored: Bool
    }

    public let folder: String
    let isReadOnly: Bool
    private let files = Mutex<[FeedKey: String]>([:])

    init(folder: String, isReadOnly: Bool) {
        self.folder = folder
        self.isReadOnly = isReadOnly
    }

    /// Settles which file belongs to which feed; call it at start and after every reload.
    ///
    /// A marker is taken over by name only if no feed has its URL; its file is renamed unless the store is
    /// read-only. Without this call a feed is found by its URL only.
    public func assign(_ keys: [FeedKey]) throws(StateError) {
        let assignment = MarkerAssignment(keys, names: (try? Files.list(folder)) ?? []) { name in
            (try? Files.read(folder + "/" + name, limit: 16 << 10)).flatMap { MarkerHead($0)?.key }
        }
        var table = assignment.files
        if !isReadOnly {
            for (key, old, new) in assignment.moves {
                let (from, to) = (folder + "/" + old, folder + "/" + new)
                try stating { () throws(HostError) in try Files.rename(from, to: to) }
                table[key] = new
            }
        } else {
            for (key, old, _) in assignment.moves { table[key] = old }
        }
        files.withLock { $0 = table }
    }

    /// The head of a feed's marker, without reading the rest; nil when none is stored or it needs a full ``load``.
    public func head(_ key: FeedKey) -> MarkerHead? {
        let path = path(of: key)
        guard let bytes = try? Files.read(path, limit: 4 << 10) else { return nil }
        if let head = MarkerHead(bytes, key: key) { return head }
        guard bytes.count == 4 << 10, let more = try? Files.read(path, limit: 256 << 10) else { return nil }
        return MarkerHead(more, key: key)
    }

    /// Whether a feed has a marker.
    public func isStored(_ key: FeedKey) -> Bool { Files.exists(path(of: key)) }

    /// Reads a feed's marker.
    ///
    /// A damaged one is set aside as `NAME.damaged` and told about; the fresh one in its place learns the first
    /// document silently, so that nothing is announced twice.
    /// - Throws: when the file is there but cannot be read: that is never taken for "nothing seen".
    public func load(_ key: FeedKey) throws(StateError) -> Loaded {
        let path = path(of: key)
        let bytes: [UInt8]
        do {
            bytes = try Files.read(path)
        } catch {
            guard error.isMissing else { throw .unusable(error) }
            return Loaded(marker: Marker(key: key), damage: nil, isStored: false)
        }
        do throws(MarkerDamage) {
            return Loaded(marker: try MarkerFile.decode(bytes, key: key), damage: nil, isStored: true)
        } catch {
            return try setAside(key, path, error)
        }
    }

    private func setAside(_ key: FeedKey, _ path: String, _ damage: MarkerDamage) throws(StateError) -> Loaded
    {
        var fresh = Marker(key: key)
        fresh.startsSilently = true
        let hint = "set aside as \(path).damaged; the feed starts over without announcing what it shows"
        if !isReadOnly {
            try stating { () throws(HostError) in try Files.rename(path, to: path + ".damaged") }
            try commit([fresh])
        }
        let failure = Failure(.markers, "the marker \(damage.reason)", hint: hint)
        return Loaded(marker: fresh, damage: failure, isStored: false)
    }

    /// Replaces markers, all durable on return; many at once share their syncs.
    public func commit(_ markers: [Marker]) throws(StateError) {
        let folder = folder
        let group = markers.map { (path: path(of: $0.key), bytes: MarkerFile.encode($0)) }
        try stating { () throws(HostError) in try AtomicFile.writeGroup(group, in: folder) }
    }

    /// Forgets a feed: the next document is its first one.
    public func remove(_ key: FeedKey) throws(StateError) {
        let path = path(of: key)
        try stating { () throws(HostError) in try Files.remove(path) }
    }

    /// Where a feed's marker lies, or would lie.
    public func path(of key: FeedKey) -> String {
        if let name = files.withLock({ $0[key] }) { return folder + "/" + name }
        return MarkerAssignment.path(of: key, in: folder)
    }
}
