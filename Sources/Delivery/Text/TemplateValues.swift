public import FeedModel

/// The values that templates may name, each made when it is asked for.
public struct TemplateValues: Sendable {
    private let announcement: Announcement?
    private let message: Message?
    private var own: [String: String] = [:]

    /// All names a template may use.
    public static let names: Set<String> = [
        "feed.name", "feed.title", "feed.url", "feed.link", "entry.id", "entry.title", "entry.link",
        "entry.author", "entry.summary", "entry.content", "entry.published", "entry.updated",
        "entry.categories", "entry.enclosure", "id", "uuid", "kind", "time", "headline",
    ]

    /// The names that only a message has.
    public static let messageNames: Set<String> = ["title", "body", "link", "count"]

    /// The values of an announcement.
    public init(_ announcement: Announcement) {
        self.announcement = announcement
        message = nil
    }

    /// The values of a message: those of its first announcement and `title`, `body`, `link`, `count`.
    public init(_ message: Message) {
        announcement = message.announcements.first
        self.message = message
    }

    /// The value of a name; nil where the entry has none.
    ///
    /// Titles, authors and names are one line, texts keep their line ends. One that was set goes before.
    public subscript(name: String) -> String? {
        get { own[name] ?? ofMessage(name) ?? ofEntry(name) ?? ofAnnouncement(name) }
        set { own[name] = newValue }
    }

    private func ofMessage(_ name: String) -> String? {
        guard let message else { return nil }
        return switch name {
        case "title": message.title
        case "body": message.body
        case "link": message.link
        case "count": String(message.announcements.count)
        case "id": message.id
        case "uuid": message.uuid
        default: nil
        }
    }

    private func ofEntry(_ name: String) -> String? {
        guard name.hasPrefix("entry."), let entry = announcement?.entry else { return nil }
        return switch name.dropFirst(6) {
        case "id": SafeText.line(entry.id)
        case "title": SafeText.nonEmptyLine(entry.title)
        case "link": SafeText.webLink(entry.link)
        case "author": SafeText.nonEmptyLine(entry.author)
        case "summary": entry.summary.map(SafeText.paragraph)
        case "content": entry.content
        case "published": entry.published?.rfc3339
        case "updated": entry.updated?.rfc3339
        case "categories": entry.categories.map(SafeText.line).joined(separator: ", ")
        case "enclosure": SafeText.webLink(entry.enclosures.first?.url)
        default: nil
        }
    }

    private func ofAnnouncement(_ name: String) -> String? {
        guard let announcement else { return nil }
        let feed = announcement.feed
        return switch name {
        case "feed.name": SafeText.line(feed.name)
        case "feed.title": SafeText.nonEmptyLine(feed.title)
        case "feed.url": feed.url
        case "feed.link": SafeText.webLink(feed.link)
        case "id": announcement.id
        case "uuid": announcement.uuid
        case "kind": announcement.kind.rawValue
        case "time": announcement.created.rfc3339
        case "headline": AnnouncementText.headline(announcement)
        default: nil
        }
    }
}
