public import FeedModel

/// The values that templates may name.
public struct TemplateValues: Sendable {
    private var values: [String: String] = [:]

    /// All names a template may use.
    public static let names: Set<String> = [
        "feed.name", "feed.title", "feed.url", "feed.link", "entry.id", "entry.title", "entry.link",
        "entry.author", "entry.summary", "entry.content", "entry.published", "entry.updated",
        "entry.categories", "entry.enclosure", "id", "uuid", "kind", "time", "headline",
    ]

    /// The values of an announcement; titles, authors and names are one line, texts keep their line ends.
    public init(_ announcement: Announcement) {
        let (feed, entry) = (announcement.feed, announcement.entry)
        values = [
            "feed.name": SafeText.line(feed.name), "feed.url": feed.url, "id": announcement.id,
            "uuid": announcement.uuid, "kind": announcement.kind.rawValue,
            "time": announcement.created.rfc3339, "headline": AnnouncementText.headline(announcement),
            "entry.id": SafeText.line(entry.id),
            "entry.categories": entry.categories.map(SafeText.line).joined(separator: ", "),
        ]
        values["feed.title"] = SafeText.nonEmptyLine(feed.title)
        values["feed.link"] = SafeText.webLink(feed.link)
        values["entry.title"] = SafeText.nonEmptyLine(entry.title)
        values["entry.link"] = SafeText.webLink(entry.link)
        values["entry.author"] = SafeText.nonEmptyLine(entry.author)
        values["entry.summary"] = entry.summary.map(SafeText.paragraph)
        values["entry.content"] = entry.content
        values["entry.published"] = entry.published?.rfc3339
        values["entry.updated"] = entry.updated?.rfc3339
        values["entry.enclosure"] = SafeText.webLink(entry.enclosures.first?.url)
    }

    /// The values of a message: those of its first announcement and `title`, `body`, `link`, `count`.
    public init(_ message: Message) {
        if let first = message.announcements.first { values = TemplateValues(first).values }
        values["title"] = message.title
        values["body"] = message.body
        values["link"] = message.link
        values["count"] = String(message.announcements.count)
        values["id"] = message.id
        values["uuid"] = message.uuid
    }

    /// The names that only a message has.
    public static let messageNames: Set<String> = ["title", "body", "link", "count"]

    public subscript(name: String) -> String? {
        get { values[name] }
        set { values[name] = newValue }
    }
}
