internal import FeedModel

/// The text of a marker.
///
/// Lines, so that `head -1` and `grep` show something, that together are one JSON object:
///
///     {"newestPublished":…,"version":2,"url":…,"poll":{…},"owed":0,"head":"<digest>",     the head
///     "outbox":[                                                                             one line an announcement
///     ],
///     "memory":{…},                                                                          see Memory
///     "records":[                                                                            one line an article
///     ],
///     "digest":"<digest>"}
///
/// Both digests are ``StableHash`` in hexadecimal of all bytes before their own key's quotation mark. The head has
/// one of its own because a sweep reads nothing else. Times are milliseconds since 1970 except `newestPublished`,
/// which people read. A record is a list: the words `exact`, `simhash` and all keys in base64, the text's extent,
/// its words, the title's words, the date (or null), first and last sight in seconds, and the wording where kept.
enum MarkerFile {
    static let version = 2
    static let digestMark = Array("\"digest\":\"".utf8)
    static let headMark = Array("\"head\":\"".utf8)

    static func encode(_ marker: Marker) -> [UInt8] {
        var writer = JSONWriter()
        writer.reserve(1500 + marker.memory.records.count * 320)
        writer.head(marker)
        writer.list("outbox", marker.outbox.items) { $0.outboxItem($1) }
        writer.memory(marker.memory)
        writer.list("records", marker.memory.records) { $0.record($1) }
        writer.digest("digest")
        writer.literal("}\n")
        return writer.bytes
    }
}

extension JSONWriter {
    /// The head's line: an object that is left open.
    fileprivate mutating func head(_ marker: Marker) {
        beginObject()
        member("newestPublished", marker.newestPublished?.rfc3339)
        key("version")
        int(MarkerFile.version)
        some("name", marker.key.name)
        member("url", URLMask.masked(marker.key.url))
        some("title", marker.title)
        some("link", marker.link)
        if marker.startsSilently { member("startsSilently", true) }
        if marker.isUnstarted { member("unstarted", true) }
        key("poll")
        pollState(marker.poll)
        key("owed")
        int(marker.outbox.count)
        literal(",")
        digest("head")
        literal(",\n")
    }

    /// A digest of everything before its own key.
    fileprivate mutating func digest(_ name: String) {
        member(name, StableHash.hex(StableHash.of(bytes)))
    }

    /// A list with one line an item.
    fileprivate mutating func list<Item>(
        _ name: String, _ items: [Item], _ write: (inout JSONWriter, Item) -> Void
    ) {
        key(name)
        literal("[\n")
        for (index, item) in items.enumerated() {
            if index > 0 { literal(",\n") }
            write(&self, item)
        }
        literal(items.isEmpty ? "],\n" : "\n],\n")
    }

    fileprivate mutating func memory(_ memory: Memory) {
        key("memory")
        beginObject()
        key("largest")
        int(memory.largest)
        some("firstDocument", memory.firstDocument)
        some("lastDocument", memory.lastDocument)
        key("lastCount")
        int(memory.lastCount)
        some("lastOldest", memory.lastOldest)
        some("lastNewest", memory.lastNewest)
        key("shared")
        plainString { Base64.append(memory.shared.lazy.map(\.bits), to: &$0) }
        key("forgotten")
        forgotten(memory.forgotten)
        endObject()
        literal(",\n")
    }

    /// Writes pairs of a day and the id and link hashes last seen on it.
    private mutating func forgotten(_ keys: ForgottenKeys) {
        beginArray()
        var at = 0
        while at < keys.count {
            let day = keys.days[at]
            var end = at
            while end < keys.count, keys.days[end] == day { end += 1 }
            beginArray()
            int(day)
            plainString { text in
                Base64.append((at..<end).lazy.flatMap { [keys.ids[$0], keys.links[$0]] }, to: &text)
            }
            endArray()
            at = end
        }
        endArray()
    }

    fileprivate mutating func record(_ record: EntryRecord) {
        beginArray()
        plainString { text in
            let words = (0..<(2 + record.keys.count)).lazy.map { place in
                place == 0 ? record.exact : place == 1 ? record.simhash : record.keys[place - 2].bits
            }
            Base64.append(words, to: &text)
        }
        int(record.extent)
        int(record.words)
        string(record.title)
        if let date = record.date { int(date.milliseconds) } else { null() }
        int(record.firstSeen.seconds)
        int(record.lastSeen.seconds)
        if record.wording != 0 { string(StableHash.hex(record.wording)) }
        endArray()
    }
}
