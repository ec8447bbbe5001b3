internal import FeedModel

/// Which marker file belongs to which feed, decided from the files' names and, where that is not enough, heads.
struct MarkerAssignment {
    /// File names by feed, as they are to be, where they are not the feed's plain ``fileName(of:isTwin:)``: few, while
    /// there may be a million feeds.
    private(set) var files: [FeedKey: String] = [:]
    /// Files to be renamed: a feed, its marker's old name and its new one.
    private(set) var moves: [(key: FeedKey, old: String, new: String)] = []

    /// - Parameters:
    ///   - names: what lies in the folder.
    ///   - owner: the feed that a file says it belongs to.
    init(_ keys: [FeedKey], names: [String], owner: (String) -> FeedKey?) {
        var byHash: [UInt64: String] = [:]
        byHash.reserveCapacity(names.count)
        for name in names {
            if let hash = FileName.hash(in: name) { byHash[hash] = name }
        }
        var counts: [UInt64: Int] = [:]
        counts.reserveCapacity(keys.count)
        let hashes = keys.map { Self.hash(of: $0, isTwin: false) }
        for hash in hashes { counts[hash, default: 0] += 1 }
        // Only a feed with a name can take over a marker that no other has.
        let mayMove = keys.contains { $0.name != nil }
        var taken: Set<UInt64> = []
        var homeless: [FeedKey] = []
        var plain: [UInt8] = []
        for (key, hash) in zip(keys, hashes) {
            let isTwin = counts[hash, default: 1] > 1
            let own = isTwin ? Self.hash(of: key, isTwin: true) : hash
            let found = byHash[own]
            if found == nil, key.name != nil { homeless.append(key) }
            if found != nil, mayMove { taken.insert(own) }
            if isTwin {
                files[key] = found ?? Self.fileName(of: key, isTwin: true)
            } else if let found {
                plain.removeAll(keepingCapacity: true)
                Self.append(fileName: key, hash: hash, to: &plain)
                if !found.utf8.elementsEqual(plain) { files[key] = found }
            }
        }
        guard !homeless.isEmpty, taken.count < byHash.count else { return }
        var owners: [String: String] = [:]
        for (hash, name) in byHash where !taken.contains(hash) {
            if let owned = owner(name)?.name { owners[owned] = name }
        }
        for key in homeless {
            guard let name = key.name, let old = owners.removeValue(forKey: name) else { continue }
            moves.append((key, old, files[key] ?? Self.fileName(of: key)))
        }
    }

    /// `<slug>-<hash of the URL>.json`; of feeds that share a URL, the name is hashed with it.
    static func fileName(of key: FeedKey, isTwin: Bool = false) -> String {
        var bytes: [UInt8] = []
        append(fileName: key, hash: hash(of: key, isTwin: isTwin), to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Where the marker of a feed lies that has its plain ``fileName(of:isTwin:)`` in `folder`.
    static func path(of key: FeedKey, in folder: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(folder.utf8.count + 64)
        bytes.append(contentsOf: folder.utf8)
        bytes.append(0x2F)
        append(fileName: key, hash: hash(of: key, isTwin: false), to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(fileName key: FeedKey, hash: UInt64, to bytes: inout [UInt8]) {
        if let name = key.name {
            FileName.append(slug: name.utf8.span, to: &bytes)
        } else {
            let url = key.url.utf8.span
            FileName.append(slug: url.extracting(label(url)), to: &bytes)
        }
        bytes.append(0x2D)
        StableHash.appendHex(hash, to: &bytes)
        bytes.append(contentsOf: ".json".utf8)
    }

    private static func hash(of key: FeedKey, isTwin: Bool) -> UInt64 {
        StableHash.of(isTwin ? key.url + "\u{0}" + (key.name ?? "") : key.url)
    }

    /// The place of host and path in a URL, without credentials and query.
    private static func label(_ url: Span<UInt8>) -> Range<Int> {
        var (start, colon, end) = (0, -1, 0)
        while end < url.count, url[end] != 0x3F, url[end] != 0x23 {
            if url[end] == 0x40 { start = end + 1 }
            if url[end] == 0x3A, colon < 0 { colon = end }
            end += 1
        }
        return (start == 0 ? max(colon, 0) : start)..<end
    }
}
