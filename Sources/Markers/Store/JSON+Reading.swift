internal import FeedModel

extension JSONValue {
    /// A moment written as RFC 3339, or as milliseconds since 1970.
    var timestamp: Timestamp? {
        if let text = string { return Timestamp(rfc3339: text) }
        return int.map { Timestamp(milliseconds: Int64($0)) }
    }
}

extension JSONWriter {
    /// Writes a member only where there is a value.
    mutating func some(_ name: String, _ text: String?) {
        if let text { member(name, text) }
    }

    mutating func some(_ name: String, _ time: Timestamp?) {
        guard let time else { return }
        key(name)
        int(time.milliseconds)
    }
}

extension Entry {
    /// Reads an entry as ``JSONWriter/entry(_:)`` writes it; nil without an id.
    init?(_ value: JSONValue) {
        guard let id = value["id"]?.string else { return nil }
        self.init(id: id)
        title = value["title"]?.string
        link = value["link"]?.string
        author = value["author"]?.string
        published = value["published"]?.timestamp
        updated = value["updated"]?.timestamp
        summary = value["summary"]?.string
        content = value["content"]?.string
        categories = (value["categories"]?.array ?? []).compactMap(\.string)
        enclosures = (value["enclosures"]?.array ?? []).compactMap { value in
            guard let url = value["url"]?.string else { return nil }
            return Enclosure(
                url: url, type: value["type"]?.string, length: value["length"]?.int.map { Int64($0) })
        }
    }
}

extension FeedReference {
    init?(_ value: JSONValue?) {
        guard let name = value?["name"]?.string, let url = value?["url"]?.string else { return nil }
        self.init(name: name, url: url, title: value?["title"]?.string, link: value?["link"]?.string)
    }
}

extension JSONWriter {
    mutating func feedReference(_ feed: FeedReference) {
        beginObject()
        member("name", feed.name)
        member("url", feed.url)
        some("title", feed.title)
        some("link", feed.link)
        endObject()
    }
}
