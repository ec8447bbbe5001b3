internal import FeedModel

/// Finds records by their keys, and tells which keys identify nothing because several articles have them.
///
/// A key is shared if two entries of this document, or two records seen at the same time, have it. Records that
/// followed each other may be one article that was not recognised once, so their keys stay telling.
struct KeyIndex {
    private struct Slot {
        /// The latest of the chain of records with the key.
        var place: Int32
        var firstSeen: Timestamp
        var lastSeen: Timestamp
    }

    private var slots: [EntryKey: Slot] = [:]
    /// The records of all chains, and for each the place of the next one with the same key; -1 at the end.
    private var owners: [Int32] = []
    private var next: [Int32] = []
    private(set) var shared: Set<EntryKey>

    /// - Parameter fingerprints: of the entries not yet told apart; a key that two of them have is shared.
    init(_ memory: Memory, fingerprints: some Sequence<Fingerprint> = []) {
        shared = Set(memory.shared)
        slots.reserveCapacity(memory.records.count * 8)
        for (place, record) in memory.records.enumerated() {
            for key in record.keys { add(key, record, Int32(place)) }
            if let date = record.date { add(EntryKey(date: date), record, Int32(place)) }
        }
        var seen: Set<EntryKey> = []
        for print in fingerprints {
            for key in print.keys where !seen.insert(key).inserted { shared.insert(key) }
            if let date = print.date, !seen.insert(EntryKey(date: date)).inserted {
                shared.insert(EntryKey(date: date))
            }
        }
    }

    private mutating func add(_ key: EntryKey, _ record: EntryRecord, _ owner: Int32) {
        let place = Int32(owners.count)
        owners.append(owner)
        guard var slot = slots[key] else {
            next.append(-1)
            slots[key] = Slot(place: place, firstSeen: record.firstSeen, lastSeen: record.lastSeen)
            return
        }
        if record.firstSeen <= slot.lastSeen, slot.firstSeen <= record.lastSeen { shared.insert(key) }
        next.append(slot.place)
        slot.place = place
        slot.firstSeen = min(slot.firstSeen, record.firstSeen)
        slot.lastSeen = max(slot.lastSeen, record.lastSeen)
        slots[key] = slot
    }

    /// Whether two articles have this key, here or ever.
    func isShared(_ key: EntryKey) -> Bool { shared.contains(key) }

    /// At most `limit` records that have a key.
    func records(with key: EntryKey, limit: Int) -> [Int] {
        var found: [Int] = []
        var place = slots[key]?.place ?? -1
        while place >= 0, found.count < limit {
            found.append(Int(owners[Int(place)]))
            place = next[Int(place)]
        }
        return found
    }

    /// The record that a key identifies; nil when there is none or the key is shared.
    func record(identifiedBy key: EntryKey, in records: [EntryRecord]) -> Int? {
        guard !shared.contains(key) else { return nil }
        return self.records(with: key, limit: 64).max { records[$0].lastSeen < records[$1].lastSeen }
    }
}

extension EntryKey {
    /// The key of a date, to the second.
    init(date: Timestamp) {
        self.init(bits: UInt64(bitPattern: date.seconds) & (1 << 61 - 1) | UInt64(Kind.date.rawValue) << 61)
    }
}
