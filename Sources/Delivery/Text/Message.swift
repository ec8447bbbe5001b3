public import FeedModel

/// What is sent as one: an announcement, or several joined to a digest.
public struct Message: Sendable, Hashable {
    /// 32 hexadecimal digits, the same on every try; a digest's are made of its announcements'.
    public var id: String
    public var kind: AnnouncementKind
    /// One line.
    public var title: String
    public var body: String
    /// http or https only.
    public var link: String?
    /// One, or those of a digest in order.
    public var announcements: [Announcement]

    /// The id in the shape of a UUID.
    public var uuid: String {
        guard var only = announcements.first else { return id }
        only.id = id
        return only.uuid
    }

    /// The feeds it speaks of, without repeats.
    public var feeds: [FeedReference] {
        announcements.reduce(into: []) { feeds, next in
            if !feeds.contains(where: { $0.url == next.feed.url }) { feeds.append(next.feed) }
        }
    }
}
