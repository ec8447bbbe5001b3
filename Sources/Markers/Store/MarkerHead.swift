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
    init?(_ bytes: [UInt8]) {
        guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
        let start = end - 18 - MarkerFile.headMark.count
        guard start > 0, bytes[start..<end].starts(with: MarkerFile.headMark), bytes[end - 2] == 0x22,
            bytes[end - 1] == 0x2C
        else {
            return nil
        }
        let digits = String(decoding: bytes[(start + MarkerFile.headMark.count)..<(end - 2)], as: UTF8.self)
        guard UInt64(digits, radix: 16) == StableHash.of(bytes[..<start]) else { return nil }
        var object = bytes
        object.removeSubrange((start - 1)...)
        object.append(0x7D)
        guard let value = try? JSONReader.read(object), value["version"]?.int == MarkerFile.version,
            let url = value["url"]?.string
        else { return nil }
        newestPublished = value["newestPublished"]?.timestamp
        key = FeedKey(name: value["name"]?.string, url: url)
        title = value["title"]?.string
        link = value["link"]?.string
        isUnstarted = value["unstarted"]?.bool ?? false
        poll = PollState(value["poll"])
        owed = value["owed"]?.int ?? 0
    }
}
