internal import FeedModel

/// Finds records by their keys, and tells which keys identify nothing because several articles have them.
struct KeyIndex {
    /// The latest record with a key.
    private var first: [EntryKey: Int32] = [:]
    /// For each place in `links`: the next record with the same key, as a place; -1 at the end.
    private var records: [Int32] = []
    private var next: [Int32] = []
    private var shared: Set<EntryKey>

    /// - Parameter fingerprints: of the entries not yet told apart; a key that two of them have is shared.
    init(_ memory: Memory, fingerprints: some Sequence<Fingerprint>) {
        shared = Set(memory.shared)
        first.reserveCapacity(memory.records.count * 8)
        for (place, record) in memory.records.enumerated() {
            for key in record.keys { add(key, Int32(place)) }
            if let date = record.date { add(EntryKey(date: date), Int32(place)) }
        }
        var seen: Set<EntryKey> = []
        for print in fingerprints {
            for key in print.keys where !seen.insert(key).inserted { shared.insert(key) }
            if let date = print.date, !seen.insert(EntryKey(date: date)).inserted {
                shared.insert(EntryKey(date: date))
            }
        }
    }

    private mutating func add(_ key: EntryKey, _ record: Int32) {
        let place = Int32(records.count)
        let before = first.updateValue(place, forKey: key) ?? -1
        if before >= 0 { shared.insert(key) }
        records.append(record)
        next.append(before)
    }

    /// Whether two articles have this key, here or ever.
    func isShared(_ key: EntryKey) -> Bool { shared.contains(key) }

    /// At most `limit` records that have a key.
    func records(with key: EntryKey, limit: Int) -> [Int] {
        var found: [Int] = []
        var place = first[key] ?? -1
        while place >= 0, found.count < limit {
            found.append(Int(records[Int(place)]))
            place = next[Int(place)]
        }
        return found
    }

    /// The only record with a key; nil when there is none or the key is shared.
    func onlyRecord(with key: EntryKey) -> Int? {
        guard let place = first[key], !shared.contains(key) else { return nil }
        return Int(records[Int(place)])
    }
}

extension EntryKey {
    /// The key of a date, to the second.
    init(date: Timestamp) {
        self.init(bits: UInt64(bitPattern: date.seconds) & (1 << 61 - 1) | UInt64(Kind.date.rawValue) << 61)
    }
}
