import FeedModel
import XMLTree

/// Reads JSON Feed 1.0 and 1.1; a field of the wrong type spoils itself alone.
struct JSONFeedReader {
    private var links: LinkResolver

    static func read(_ document: JSONDocument, url: String?) throws(FeedParsingError) -> Feed {
        guard let value = document.value else {
            throw FeedParsingError(.otherJSON, "broken JSON, not a feed")
        }
        var feed: Feed
        if let search = XSearchReader.read(value) {
            feed = search
        } else if isFeed(value) {
            var reader = JSONFeedReader(links: LinkResolver(url: url))
            feed = reader.feed(value)
        } else {
            throw FeedParsingError(.otherJSON, "JSON, but neither a JSON Feed nor a search answer")
        }
        feed.isWellFormed = document.isWellFormed
        return feed
    }

    /// A feed says its version, or looks like one in every other way.
    private static func isFeed(_ value: JSONValue) -> Bool {
        guard value.members != nil else { return false }
        if let version = value["version"]?.string?.lowercased(), version.contains("jsonfeed.org") {
            return true
        }
        guard let items = value["items"]?.array else { return false }
        let isItems = items.allSatisfy { $0.members != nil }
        let says = ["title", "home_page_url", "feed_url"].contains { value[$0] != nil }
        let isTelling = items.contains { item in
            ["content_html", "content_text", "date_published", "external_url"].contains { item[$0] != nil }
        }
        return isItems && (says || isTelling)
    }

    private mutating func feed(_ value: JSONValue) -> Feed {
        var feed = Feed(format: .json)
        feed.version = Self.version(value["version"])
        feed.title = Self.text(value["title"])
        feed.link = link(value["home_page_url"])
        links.channelLink = feed.link
        feed.selfLink = link(value["feed_url"])
        feed.hub = value["hubs"]?.array?.lazy.compactMap { [self] in link($0["url"]) }.first
        feed.language = value["language"]?.string?.trimmed
        let author = Self.author(value)
        feed.entries = (value["items"]?.array ?? []).compactMap { item in
            item.members == nil ? nil : entry(item, feedAuthor: author)
        }
        EntryIdentity.settle(&feed.entries)
        return feed
    }

    private func entry(_ item: JSONValue, feedAuthor: String?) -> Entry {
        var entry = Entry(id: Self.id(item["id"]) ?? "")
        entry.title = Self.text(item["title"])
        entry.link = link(item["url"]) ?? link(item["external_url"])
        entry.author = Self.author(item) ?? feedAuthor
        let published = item["date_published"]?.string
        entry.published = published.flatMap(FeedDate.parse)
        entry.updated = item["date_modified"]?.string.flatMap(FeedDate.parse)
        if entry.date == nil { entry.unreadableDate = published?.trimmed }
        entry.summary = Self.text(item["summary"])
        entry.content = Self.content(item["content_html"]) ?? Self.content(item["content_text"])
        entry.categories = (item["tags"]?.array ?? []).compactMap { $0.string?.trimmed }
        entry.enclosures = (item["attachments"]?.array ?? []).compactMap(enclosure)
        return entry
    }

    private func enclosure(_ value: JSONValue) -> Enclosure? {
        // One that cannot be made absolute is kept as it is.
        guard let written = value["url"]?.string?.trimmed, let url = link(value["url"]) ?? written.followable
        else {
            return nil
        }
        let size = value["size_in_bytes"]
        return Enclosure(
            url: url, type: value["mime_type"]?.string?.trimmed,
            length: (size?.int).map(Int64.init) ?? size?.string.flatMap { Int64($0) })
    }

    private func link(_ value: JSONValue?) -> String? {
        guard let text = value?.string?.trimmed else { return nil }
        return links.absolute(Reference(text: text, base: links.url))
    }

    /// "1.1" of `https://jsonfeed.org/version/1.1`; "1" is 1.0.
    private static func version(_ value: JSONValue?) -> String? {
        guard let text = value?.string?.trimmed ?? value?.numberText else { return nil }
        let last = text.split(separator: "/").last.map(String.init) ?? text
        return last == "1" ? "1.0" : last
    }

    private static func id(_ value: JSONValue?) -> String? {
        value?.string?.trimmed ?? value?.numberText
    }

    private static func text(_ value: JSONValue?) -> String? {
        value?.string.flatMap { HTMLText.undeclared($0) }
    }

    private static func content(_ value: JSONValue?) -> String? {
        guard let text = value?.string, !text.isBlank else { return nil }
        return text
    }

    /// The names of `authors` (1.1) or of `author` (1.0).
    private static func author(_ value: JSONValue) -> String? {
        let all = (value["authors"]?.array ?? []).compactMap(name)
        if !all.isEmpty { return all.joined(separator: ", ") }
        return value["author"].flatMap(name)
    }

    private static func name(_ value: JSONValue) -> String? {
        text(value["name"]) ?? value["url"]?.string?.trimmed
    }
}
