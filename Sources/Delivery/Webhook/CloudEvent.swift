import FeedModel

/// The default body of webhooks, commands, files and MQTT: a CloudEvents 1.0 event in JSON.
enum CloudEvent {
    static let type = "application/cloudevents+json; charset=utf-8"
    static let batchType = "application/cloudevents-batch+json; charset=utf-8"

    /// One event.
    ///
    /// `{"specversion", "type", "source", "id", "time", "datacontenttype", "data": {"feed", "entry"}}`.
    static func one(_ announcement: Announcement) -> [UInt8] {
        var writer = JSONWriter()
        write(announcement, to: &writer)
        return writer.bytes
    }

    /// A JSON array of events.
    static func batch(_ announcements: [Announcement]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginArray()
        for announcement in announcements { write(announcement, to: &writer) }
        writer.endArray()
        return writer.bytes
    }

    private static func write(_ announcement: Announcement, to writer: inout JSONWriter) {
        let feed = announcement.feed
        writer.beginObject()
        writer.member("specversion", "1.0")
        writer.member("type", .string("feedherald.entry.\(announcement.kind.rawValue)"))
        writer.member("source", .string(feed.url))
        writer.member("id", .string(announcement.id))
        writer.member("time", .string(announcement.created.rfc3339))
        writer.member("datacontenttype", "application/json")
        writer.key("data")
        writer.beginObject()
        writer.key("feed")
        writer.beginObject()
        writer.member("name", .string(feed.name))
        writer.member("url", .string(feed.url))
        writer.member("title", feed.title)
        writer.member("link", feed.link)
        writer.endObject()
        writer.key("entry")
        writer.entry(announcement.entry)
        writer.endObject()
        writer.endObject()
    }
}
