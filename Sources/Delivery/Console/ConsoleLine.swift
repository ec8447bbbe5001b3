public import FeedModel

/// How the console's lines look.
public enum ConsoleStyle: Sendable, Hashable {
    case plain
    /// With ANSI colours, for a terminal.
    case colour
    /// One JSON object a line.
    case json
}

/// The line that stdout carries for an announcement.
public enum ConsoleLine {
    /// The line with its line end.
    ///
    /// Plain: `2026-11-30T12:34:56Z NEW Swift releases: apple - Swift 6.3.1 released https://example.org/r/631`.
    /// Nothing a publisher writes can end the line or steer the terminal; see ``SafeText``.
    public static func make(
        _ announcement: Announcement, now: Timestamp, style: ConsoleStyle, texts: MessageTemplates = .none
    ) -> String {
        style == .json
            ? json(announcement, now: now)
            : text(announcement, now: now, isColoured: style == .colour, texts: texts)
    }

    /// Characters of the entry that a line shows at most.
    static let longest = 1000

    private static func text(
        _ announcement: Announcement, now: Timestamp, isColoured: Bool, texts: MessageTemplates
    ) -> String {
        let message = AnnouncementText.message(for: announcement, texts: texts)
        func painted(_ text: String, _ code: String) -> String {
            isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
        }
        let word = painted(
            announcement.kind.rawValue.uppercased(), announcement.kind == .failing ? "31" : "32")
        let feed = painted((SafeText.nonEmptyLine(announcement.feed.name) ?? "?") + ":", "1")
        let full = texts.body == nil ? AnnouncementText.headline(announcement) : SafeText.line(message.body)
        // A hostile or broken title may have megabytes; the whole one stands in the feed.
        let entry = TextCut.characters(full, longest)
        let link = message.link.map { " " + painted($0, "2") } ?? ""
        return "\(painted(now.rfc3339, "2")) \(word) \(feed) \(entry)\(link)\n"
    }

    /// `{"time","event","feed","id","author","title","link","published"}`; JSON escapes keep it one line, and
    /// what could steer a terminal is removed from its texts as well.
    private static func json(_ announcement: Announcement, now: Timestamp) -> String {
        let entry = announcement.entry
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("time", now.rfc3339)
        writer.member("event", announcement.kind.rawValue)
        writer.member("feed", SafeText.line(announcement.feed.name))
        writer.member("id", SafeText.line(entry.id))
        writer.member("author", SafeText.nonEmptyLine(entry.author))
        writer.member("title", SafeText.nonEmptyLine(entry.title))
        writer.member("link", entry.link.map(SafeText.line))
        writer.member("published", entry.published?.rfc3339)
        writer.endObject()
        return writer.text + "\n"
    }
}
