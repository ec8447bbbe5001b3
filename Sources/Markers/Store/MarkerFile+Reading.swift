internal import FeedModel

/// Why a marker cannot be used, in words that follow "its marker".
struct MarkerDamage: Error, Hashable {
    var reason: String
}

extension MarkerFile {
    /// Reads a whole marker.
    ///
    /// - Throws: ``MarkerDamage`` when it is empty, cut, altered, of a future version, or not a marker at all.
    static func decode(_ bytes: [UInt8], key: FeedKey) throws(MarkerDamage) -> Marker {
        guard !bytes.isEmpty else { throw MarkerDamage(reason: "is empty") }
        let isSealed = try checkSeal(bytes)
        let value: JSONValue
        do {
            value = try JSONReader.read(bytes)
        } catch {
            throw MarkerDamage(reason: "is no JSON: \(error.message) at byte \(error.offset)")
        }
        guard value.members != nil else {
            throw MarkerDamage(reason: "holds \(value.kindName), not an object")
        }
        guard let found = value["version"]?.int ?? (isSealed ? nil : version) else {
            throw MarkerDamage(reason: "has no version")
        }
        guard found <= version else {
            throw MarkerDamage(
                reason:
                    "was written by a newer feedherald (version \(found), this one reads up to \(version))")
        }
        guard found >= 1 else { throw MarkerDamage(reason: "has the impossible version \(found)") }
        return try marker(found < version ? MarkerMigration.migrated(value, from: found) : value, key: key)
    }

    /// Compares the digest; false for a file without one, which a person wrote.
    private static func checkSeal(_ bytes: [UInt8]) throws(MarkerDamage) -> Bool {
        var end = bytes.count
        while end > 0, [0x0A, 0x0D, 0x20].contains(bytes[end - 1]) { end -= 1 }
        let start = end - 18 - digestMark.count
        guard start > 0, bytes[start..<end].starts(with: digestMark) else {
            // A cut file has lost its digest as well, but then it is no whole object either.
            return false
        }
        let digits = String(decoding: bytes[(start + digestMark.count)..<(end - 2)], as: UTF8.self)
        guard digits == StableHash.hex(StableHash.of(bytes[..<start])) else {
            throw MarkerDamage(
                reason: "does not match its digest (remove the \"digest\" member to use it as it is)")
        }
        return true
    }

    private static func marker(_ value: JSONValue, key: FeedKey) throws(MarkerDamage) -> Marker {
        var marker = Marker(key: key)
        marker.newestPublished = try time("newestPublished", in: value)
        marker.title = try optional("title", in: value, as: "a text", \.string)
        marker.link = try optional("link", in: value, as: "a text", \.string)
        marker.startsSilently =
            try optional("startsSilently", in: value, as: "true or false", \.bool) ?? false
        if try optional("poll", in: value, as: "an object", \.members) != nil {
            marker.poll = PollState(value["poll"])
        }
        for item in try optional("outbox", in: value, as: "a list", \.array) ?? [] {
            guard let item = Outbox.Item(item) else {
                throw MarkerDamage(reason: "has an outbox that cannot be read")
            }
            marker.outbox.items.append(item)
        }
        marker.memory = try memory(value["memory"] ?? .object([]))
        let records = try optional("records", in: value, as: "a list", \.array) ?? []
        marker.memory.records.reserveCapacity(records.count)
        for record in records {
            guard let record = EntryRecord(record) else {
                throw MarkerDamage(reason: "has a record that cannot be read")
            }
            marker.memory.records.append(record)
        }
        if value["digest"] == nil { completeByHand(&marker) }
        return marker
    }

    /// A hand-written marker with records but without times was seen when it says its newest entry came.
    private static func completeByHand(_ marker: inout Marker) {
        guard marker.memory.lastDocument == nil, !marker.memory.records.isEmpty else { return }
        marker.memory.lastDocument =
            marker.newestPublished ?? marker.poll.lastSuccess ?? Timestamp(seconds: 0)
    }

    private static func memory(_ value: JSONValue) throws(MarkerDamage) -> Memory {
        var memory = Memory()
        memory.largest = value["largest"]?.int ?? 0
        memory.firstDocument = value["firstDocument"]?.timestamp
        memory.lastDocument = value["lastDocument"]?.timestamp
        memory.lastCount = value["lastCount"]?.int ?? 0
        memory.lastOldest = value["lastOldest"]?.timestamp
        memory.lastNewest = value["lastNewest"]?.timestamp
        guard let shared = Base64.decode(value["shared"]?.string ?? "") else {
            throw MarkerDamage(reason: "has shared keys that cannot be read")
        }
        memory.shared = shared.map { EntryKey(bits: $0) }
        for pair in value["forgotten"]?.array ?? [] {
            guard let pair = pair.array, pair.count == 2,
                let day = pair[0].int.flatMap({ Int32(exactly: $0) }),
                let words = pair[1].string.flatMap({ Base64.decode($0) }), words.count.isMultiple(of: 2)
            else { throw MarkerDamage(reason: "has forgotten keys that cannot be read") }
            for at in stride(from: 0, to: words.count, by: 2) {
                memory.forgotten.append(id: words[at], link: words[at + 1], day: day)
            }
        }
        return memory
    }

    private static func time(_ name: String, in value: JSONValue) throws(MarkerDamage) -> Timestamp? {
        try optional(name, in: value, as: "a time", \.timestamp)
    }

    /// A member that may be absent or null, but must be readable when it is there.
    private static func optional<Value>(
        _ name: String, in value: JSONValue, as kind: String, _ read: (JSONValue) -> Value?
    ) throws(MarkerDamage) -> Value? {
        guard let member = value[name], !member.isNull else { return nil }
        guard let result = read(member) else {
            throw MarkerDamage(reason: "has a \"\(name)\" that is not \(kind) but \(member.kindName)")
        }
        return result
    }
}

extension EntryRecord {
    init?(_ value: JSONValue) {
        guard let fields = value.array, fields.count >= 7,
            let words = fields[0].string.flatMap({ Base64.decode($0) }),
            words.count >= 2, let extent = fields[1].int.flatMap({ UInt32(exactly: $0) }),
            let count = fields[2].int,
            let title = fields[3].string, let firstSeen = fields[5].int, let lastSeen = fields[6].int
        else { return nil }
        exact = words[0]
        // Digests of more words, as they were made once, compare with none of today's.
        let isComparable = count <= TextDigest.longest
        simhash = isComparable ? words[1] : 0
        keys = words[2...].map { EntryKey(bits: $0) }
        self.extent = extent
        self.words = isComparable ? count : 0
        self.title = title
        date = fields[4].int.map { Timestamp(milliseconds: Int64($0)) }
        self.firstSeen = Timestamp(seconds: Int64(firstSeen))
        self.lastSeen = Timestamp(seconds: Int64(lastSeen))
        wording = fields.count > 7 ? fields[7].string.flatMap { UInt64($0, radix: 16) } ?? 0 : 0
    }
}
