// The public JSON of `feedherald parse` and of webhooks: absent values are null, lists are empty.

extension JSONWriter {
    /// Writes a feed as `feedherald parse` prints it.
    public mutating func feed(_ feed: Feed) {
        head(of: feed)
        for entry in feed.entries { self.entry(entry) }
        endArray()
        endObject()
    }

    /// Writes a feed as `feedherald parse` prints it, handing it on in pieces of about a hundred kilobytes.
    public mutating func feed<Failure>(
        _ feed: Feed, pieces: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        head(of: feed)
        for entry in feed.entries {
            self.entry(entry)
            if bytes.count > 96 << 10 { try flush(pieces) }
        }
        endArray()
        endObject()
        try flush(pieces)
    }

    /// Writes all fields up to the open list of entries.
    private mutating func head(of feed: Feed) {
        beginObject()
        member("format", feed.format.rawValue)
        member("version", feed.version)
        key("wellFormed")
        bool(feed.isWellFormed)
        member("title", feed.title)
        member("link", feed.link)
        member("id", feed.id)
        member("self", feed.selfLink)
        member("hub", feed.hub)
        member("updated", feed.updated?.rfc3339)
        member("language", feed.language)
        member("ttlMinutes", feed.ttlMinutes.map { JSONValue.int($0) } ?? .null)
        key("entries")
        beginArray()
    }

    /// Writes an entry with all its fields.
    public mutating func entry(_ entry: Entry) {
        beginObject()
        member("id", entry.id)
        member("title", entry.title)
        member("link", entry.link)
        member("author", entry.author)
        member("published", entry.published?.rfc3339)
        member("updated", entry.updated?.rfc3339)
        member("summary", entry.summary)
        member("content", entry.content)
        key("categories")
        beginArray()
        for category in entry.categories { string(category) }
        endArray()
        key("enclosures")
        beginArray()
        for enclosure in entry.enclosures {
            beginObject()
            member("url", enclosure.url)
            member("type", enclosure.type)
            member("length", enclosure.length.map { JSONValue.int($0) } ?? .null)
            endObject()
        }
        endArray()
        endObject()
    }
}
