import FeedModel

/// The text and the HTML of a mail; every word of a publisher is escaped, only web addresses are links.
enum MailDocument {
    /// Plain text: a paragraph an entry.
    static func text(_ message: Message, usesBody: Bool) -> String {
        if usesBody { return message.body + (message.link.map { "\n\n\($0)" } ?? "") + "\n" }
        return message.announcements.map { announcement in
            var lines = [heading(announcement, in: message)]
            if let link = SafeText.webLink(announcement.entry.link) { lines.append(link) }
            if let summary = summary(announcement.entry) { lines += ["", summary] }
            for enclosure in announcement.entry.enclosures {
                if let link = SafeText.webLink(enclosure.url) { lines += ["", "Attachment: \(link)"] }
            }
            return lines.joined(separator: "\n")
        }.joined(separator: "\n\n--------\n\n") + "\n"
    }

    /// A small HTML document.
    static func html(_ message: Message, usesBody: Bool) -> String {
        let parts =
            usesBody
            ? [paragraphs(message.body) + (message.link.map { "<p>\(anchor($0, $0))</p>\n" } ?? "")]
            : message.announcements.map { section($0, in: message) }
        return """
            <!DOCTYPE html>
            <html><head><meta charset="utf-8"><title>\(Escape.html(message.title))</title></head>
            <body>
            \(parts.joined(separator: "<hr>\n"))</body></html>

            """
    }

    private static func section(_ announcement: Announcement, in message: Message) -> String {
        let entry = announcement.entry
        let heading = Escape.html(heading(announcement, in: message))
        let link = SafeText.webLink(entry.link)
        var html = "<h2>\(link.map { "<a href=\"\(Escape.html($0))\">\(heading)</a>" } ?? heading)</h2>\n"
        if let summary = summary(entry) { html += paragraphs(summary) }
        for enclosure in entry.enclosures {
            if let link = SafeText.webLink(enclosure.url) { html += "<p>\(anchor(link, link))</p>\n" }
        }
        return html
    }

    private static func heading(_ announcement: Announcement, in message: Message) -> String {
        let headline = AnnouncementText.headline(announcement)
        return message.feeds.count > 1 ? "\(SafeText.line(announcement.feed.name)): \(headline)" : headline
    }

    private static func anchor(_ link: String, _ text: String) -> String {
        "<a href=\"\(Escape.html(link))\">\(Escape.html(text))</a>"
    }

    private static func paragraphs(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: true).map {
            "<p>\(Escape.html(String($0)))</p>\n"
        }
        .joined()
    }

    /// The summary, else the content's words without its markup.
    private static func summary(_ entry: Entry) -> String? {
        if let summary = entry.summary.map(SafeText.paragraph), !summary.isEmpty { return summary }
        let words = entry.content.map { SafeText.line(withoutMarkup($0)) } ?? ""
        return words.isEmpty ? nil : words
    }

    /// The words between tags; it is escaped again wherever it goes, so nothing depends on finding every tag.
    private static func withoutMarkup(_ html: String) -> String {
        var result = ""
        var isInTag = false
        for character in html {
            switch character {
            case "<":
                isInTag = true
                result.append(" ")
            case ">" where isInTag: isInTag = false
            default: if !isInTag { result.append(character) }
            }
        }
        for (entity, text) in [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&nbsp;", " "), ("&amp;", "&"),
        ] {
            result = result.replacing(entity, with: text)
        }
        return result
    }
}

extension String {
    /// The text with every occurrence of a short text replaced.
    fileprivate func replacing(_ needle: String, with text: String) -> String {
        var result = ""
        var rest = self[...]
        while let found = rest.range(of: needle) {
            result += rest[..<found.lowerBound] + text
            rest = rest[found.upperBound...]
        }
        return result + rest
    }
}
