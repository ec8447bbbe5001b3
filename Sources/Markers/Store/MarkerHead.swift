public import FeedModel

/// The beginning of a marker: enough to poll a feed and to know whether anything is owed.
public struct MarkerHead: Sendable, Hashable {
    public var newestPublished: Timestamp?
    public var key: FeedKey
    /// The feed's own title and page.
    public var title: String?
    public var link: String?
    /// Whether no document was read yet.
    public var isUnstarted: Bool
    public var poll: PollState
    /// Deliveries not yet settled.
    public var owed: Int

    /// The head of a marker in memory.
    public init(_ marker: Marker) {
        newestPublished = marker.newestPublished
        key = marker.key
        title = marker.title
        link = marker.link
        isUnstarted = marker.isUnstarted
        poll = marker.poll
        owed = marker.outbox.count
    }

    /// Reads the head's line of a marker file; nil when it is not whole or does not match its digest.
    ///
    /// - Parameter known: the feed it is for, where that is known; what the file says of that is not looked at then.
    init?(_ bytes: [UInt8], key known: FeedKey? = nil) {
        guard let end = MarkerFile.headEnd(bytes) else { return nil }
        if let head = MarkerHead(cursor: JSONCursor(bytes, to: end), key: known) {
            self = head
            return
        }
        guard let value = try? JSONReader.read(bytes[..<end] + [0x7D]) else { return nil }
        self.init(value: value, key: known)
    }

    /// Reads a head whose members are in any order.
    init?(value: JSONValue, key known: FeedKey? = nil) {
        guard value["version"]?.int == MarkerFile.version, let url = value["url"]?.string else { return nil }
        newestPublished = value["newestPublished"]?.timestamp
        key = known ?? FeedKey(name: value["name"]?.string, url: url)
        title = value["title"]?.string
        link = value["link"]?.string
        isUnstarted = value["unstarted"]?.bool ?? false
        poll = PollState(value["poll"])
        owed = value["owed"]?.int ?? 0
    }

    /// Reads what ``MarkerFile`` wrote, in its order; nil for anything else, which may be a head all the same.
    init?(cursor: consuming JSONCursor, key known: FeedKey?) {
        cursor.beginObject()
        if cursor.isNext("newestPublished"), !cursor.isNull() { newestPublished = cursor.timestamp() }
        guard cursor.isNext("version"), cursor.int() == MarkerFile.version else { return nil }
        if let known {
            if cursor.isNext("name") { cursor.passString() }
            guard cursor.isNext("url") else { return nil }
            cursor.passString()
            key = known
        } else {
            let name = cursor.isNext("name") ? cursor.string() : nil
            guard cursor.isNext("url") else { return nil }
            key = FeedKey(name: name, url: cursor.string())
        }
        title = cursor.isNext("title") ? cursor.string() : nil
        link = cursor.isNext("link") ? cursor.string() : nil
        if cursor.isNext("startsSilently") { _ = cursor.bool() }
        isUnstarted = cursor.isNext("unstarted") ? cursor.bool() : false
        guard cursor.isNext("poll") else { return nil }
        poll = PollState(&cursor)
        guard cursor.isNext("owed") else { return nil }
        owed = cursor.int()
        guard cursor.isAtEnd else { return nil }
    }
}

extension MarkerFile {
    /// Where the head's object ends, before its digest, which matches; nil where there is no whole head.
    static func headEnd(_ bytes: [UInt8]) -> Int? {
        guard let end = bytes.firstLineEnd else { return nil }
        let start = end - 18 - headMark.count
        guard start > 0, bytes[start..<end].starts(with: headMark), bytes[end - 2] == 0x22,
            bytes[end - 1] == 0x2C
        else { return nil }
        var cursor = JSONCursor(bytes, from: start + headMark.count - 1, to: end)
        let digest = cursor.hex()
        guard !cursor.isBroken, digest == StableHash.of(bytes, upTo: start) else { return nil }
        return start - 1
    }
}
