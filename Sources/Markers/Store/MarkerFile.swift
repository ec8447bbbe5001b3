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
        var bytes: [UInt8] = []
        bytes.reserveCapacity(1000 + marker.memory.records.count * 320)
        bytes.append(contentsOf: head(marker))
        bytes.append(0x0A)
        list("outbox", marker.outbox.items, into: &bytes) { $0.outboxItem($1) }
        bytes.append(contentsOf: memory(marker.memory))
        list("records", marker.memory.records, into: &bytes) { $0.record($1) }
        let digest = StableHash.hex(StableHash.of(bytes))
        bytes.append(contentsOf: digestMark)
        bytes.append(contentsOf: "\(digest)\"}\n".utf8)
        return bytes
    }

    /// The head's line: an object that is left open.
    private static func head(_ marker: Marker) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("newestPublished", marker.newestPublished?.rfc3339)
        writer.member("version", JSONValue.int(version))
        writer.some("name", marker.key.name)
        writer.member("url", marker.key.url)
        writer.some("title", marker.title)
        writer.some("link", marker.link)
        if marker.startsSilently { writer.member("startsSilently", true) }
        if marker.isUnstarted { writer.member("unstarted", true) }
        writer.key("poll")
        writer.pollState(marker.poll)
        writer.member("owed", JSONValue.int(marker.outbox.count))
        var bytes = writer.bytes
        bytes.append(0x2C)
        let digest = StableHash.hex(StableHash.of(bytes))
        bytes.append(contentsOf: headMark)
        bytes.append(contentsOf: "\(digest)\",".utf8)
        return bytes
    }

    private static func list<Item>(
        _ name: String, _ items: [Item], into bytes: inout [UInt8], _ write: (inout JSONWriter, Item) -> Void
    ) {
        bytes.append(contentsOf: "\"\(name)\":[\n".utf8)
        for (index, item) in items.enumerated() {
            var writer = JSONWriter()
            write(&writer, item)
            bytes.append(contentsOf: writer.bytes)
            if index < items.count - 1 { bytes.append(0x2C) }
            bytes.append(0x0A)
        }
        bytes.append(contentsOf: "],\n".utf8)
    }

    private static func memory(_ memory: Memory) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("largest", JSONValue.int(memory.largest))
        writer.some("firstDocument", memory.firstDocument)
        writer.some("lastDocument", memory.lastDocument)
        writer.member("lastCount", JSONValue.int(memory.lastCount))
        writer.some("lastOldest", memory.lastOldest)
        writer.some("lastNewest", memory.lastNewest)
        writer.member("shared", Base64.encode(memory.shared.map(\.bits)))
        writer.key("forgotten")
        writer.forgotten(memory.forgotten)
        writer.endObject()
        return Array("\"memory\":".utf8) + writer.bytes + Array(",\n".utf8)
    }
}

extension JSONWriter {
    /// Writes pairs of a day and the id and link hashes last seen on it.
    fileprivate mutating func forgotten(_ keys: ForgottenKeys) {
        beginArray()
        var at = 0
        while at < keys.count {
            let day = keys.days[at]
            var end = at
            var words: [UInt64] = []
            while end < keys.count, keys.days[end] == day {
                words.append(keys.ids[end])
                words.append(keys.links[end])
                end += 1
            }
            value([.int(day), .string(Base64.encode(words))])
            at = end
        }
        endArray()
    }

    fileprivate mutating func record(_ record: EntryRecord) {
        var words = [record.exact, record.simhash]
        words.append(contentsOf: record.keys.lazy.map(\.bits))
        beginArray()
        string(Base64.encode(words))
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
