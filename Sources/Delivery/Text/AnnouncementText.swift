public import FeedModel

/// The words of announcements: title, body, and cuts.
public enum AnnouncementText {
    /// `author - title`; without an author the title; without a title the start of the summary, else the id.
    public static func headline(_ announcement: Announcement) -> String {
        let entry = announcement.entry
        let title =
            SafeText.nonEmptyLine(entry.title)
            ?? SafeText.nonEmptyLine(entry.summary).map { TextCut.characters($0, 120) }
            ?? SafeText.line(entry.id)
        return SafeText.nonEmptyLine(entry.author).map { "\($0) - \(title)" } ?? title
    }

    /// The message for one announcement: titled by its feed, saying `author - title`, leading to its link.
    public static func message(
        for announcement: Announcement, texts: MessageTemplates = .none
    ) -> Message {
        let values = TemplateValues(announcement)
        let title = texts.title.map { SafeText.line($0.render(values)) } ?? usualTitle(announcement)
        let body = texts.body.map { SafeText.paragraph($0.render(values)) } ?? headline(announcement)
        let link = texts.url.map { $0.render(values, place: .url) } ?? announcement.entry.link
        return Message(
            id: announcement.id, kind: announcement.kind, title: title, body: body,
            link: SafeText.webLink(link), announcements: [announcement])
    }

    /// The message for a batch that goes out as one: "3 new entries" and a line for each.
    public static func digest(_ batch: [Announcement], texts: MessageTemplates = .none) -> Message? {
        guard let first = batch.first else { return nil }
        guard batch.count > 1 else { return message(for: first, texts: texts) }
        var message = message(for: first, texts: texts)
        message.announcements = batch
        message.id = StableHash.hex128(batch.map(\.id).joined(separator: " ").utf8)
        message.kind = .new
        message.link = nil
        let feeds = message.feeds
        message.title =
            "\(batch.count) new entries"
            + (feeds.count == 1 ? " of \(SafeText.line(feeds[0].name))" : " of \(feeds.count) feeds")
        message.body = batch.map { announcement in
            let line =
                texts.body.map { SafeText.line($0.render(TemplateValues(announcement))) }
                ?? headline(announcement)
            return feeds.count == 1 ? line : "\(SafeText.line(announcement.feed.name)): \(line)"
        }.joined(separator: "\n")
        return message
    }

    private static func usualTitle(_ announcement: Announcement) -> String {
        let name = SafeText.nonEmptyLine(announcement.feed.name) ?? "feedherald"
        return switch announcement.kind {
        case .new, .summary: name
        case .update: "Updated: \(name)"
        case .failing: "Failing: \(name)"
        case .recovered: "Recovered: \(name)"
        }
    }
}
