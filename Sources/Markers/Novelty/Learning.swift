internal import FeedModel

/// Writes what a document showed into a memory: the keys of all its entries, old, doubled and held back ones too.
struct Learning {
    private(set) var memory: Memory
    private let matching: Matching
    private let now: Timestamp
    private let keepsWording: Bool
    /// Entries that are known articles whose wording changed.
    private(set) var reworded: [(index: Int, wording: UInt64)] = []

    /// - Parameter now: the time of the fetch, in whole seconds as files keep it.
    init(_ matching: Matching, now: Timestamp, keepsWording: Bool) {
        memory = matching.memory
        self.matching = matching
        self.now = now
        self.keepsWording = keepsWording
        var places = matching.findings.map(\.record)
        for (index, finding) in matching.findings.enumerated() {
            if let record = finding.record { memory.records[record].lastSeen = now }
            if keepsWording { compareWording(index, finding.record) }
        }
        for candidate in matching.candidates { learn(candidate, &places) }
        learnDoubles(places)
        noteDocument()
        forget()
    }

    private mutating func compareWording(_ index: Int, _ place: Int?) {
        guard let place else { return }
        let before = memory.records[place]
        guard before.wording == 0 || before.exact != matching.exacts[index] else { return }
        let wording = Fingerprint.wording(of: matching.entries[index])
        if before.wording != 0, before.wording != wording { reworded.append((index, wording)) }
        memory.records[place].wording = wording
    }

    /// Brings a known article's record up to date, or makes a record for an unknown one.
    private mutating func learn(_ candidate: Candidate, _ places: inout [Int?]) {
        let index = candidate.index
        if case .double = matching.findings[index] { return }
        guard let place = places[index] else {
            places[index] = memory.records.count
            memory.records.append(record(candidate, matching.entries[index]))
            return
        }
        memory.records[place].absorb(candidate.print.keys)
        memory.records[place].exact = matching.exacts[index]
        memory.records[place].title = candidate.print.title ?? memory.records[place].title
        memory.records[place].date = candidate.print.date ?? memory.records[place].date
        if memory.records[place].extent != matching.extents[index] {
            let text = candidate.text ?? TextDigest(Fingerprint.text(of: matching.entries[index]))
            memory.records[place].extent = matching.extents[index]
            memory.records[place].simhash = text.simhash
            memory.records[place].words = text.words
        }
    }

    private func record(_ candidate: Candidate, _ entry: Entry) -> EntryRecord {
        let index = candidate.index
        let text = candidate.text ?? TextDigest(Fingerprint.text(of: entry))
        return EntryRecord(
            keys: candidate.print.keys, exact: matching.exacts[index], extent: matching.extents[index],
            title: candidate.print.title ?? "", date: candidate.print.date, simhash: text.simhash,
            words: text.words,
            wording: keepsWording ? Fingerprint.wording(of: entry) : 0, firstSeen: now, lastSeen: now)
    }

    /// A double's own keys belong to the article that it doubles.
    private mutating func learnDoubles(_ places: [Int?]) {
        for candidate in matching.candidates {
            guard case .double(let first, _) = matching.findings[candidate.index], let place = places[first]
            else {
                continue
            }
            memory.records[place].absorb(candidate.print.keys, keepingLatest: true)
        }
    }

    private mutating func noteDocument() {
        let dates = matching.entries.compactMap(\.date)
        memory.largest = max(memory.largest, matching.entries.count)
        memory.firstDocument = memory.firstDocument ?? now
        memory.lastDocument = now
        memory.lastCount = matching.entries.count
        memory.lastOldest = dates.min()
        memory.lastNewest = dates.max()
    }

    /// Keeps the memory bounded: the longest absent records go first, and leave their bare hashes.
    private mutating func forget() {
        let limit = max(2 * memory.largest, memory.largest + 50)
        if memory.records.count > limit {
            let order = memory.records.indices.sorted {
                (memory.records[$0].lastSeen, $0) > (memory.records[$1].lastSeen, $1)
            }
            let dropped = order[limit...].sorted { memory.records[$0].lastSeen < memory.records[$1].lastSeen }
            rememberShared(dropped)
            for place in dropped { memory.forgotten.append(memory.records[place]) }
            let gone = Set(dropped)
            memory.records = memory.records.indices.filter { !gone.contains($0) }.map { memory.records[$0] }
        }
        memory.forgotten.prune(at: now)
    }

    /// Keys that dropped records share with others stay known as shared.
    private mutating func rememberShared(_ dropped: [Int]) {
        let shared = KeyIndex(memory).shared
        var known = Set(memory.shared)
        for place in dropped {
            for key in memory.records[place].keys where shared.contains(key) && known.insert(key).inserted {
                memory.shared.append(key)
            }
        }
        memory.shared.removeFirst(max(0, memory.shared.count - Self.mostShared))
    }

    private static let mostShared = 500
}

extension EntryRecord {
    /// Adds keys; of each kind only the latest few stay.
    ///
    /// - Parameter keepingLatest: puts them before the latest one of their kind, for keys of a double.
    mutating func absorb(_ added: [EntryKey], keepingLatest: Bool = false) {
        for key in added {
            if keepingLatest {
                guard !keys.contains(key) else { continue }
                let latest = keys.lastIndex { $0.kind == key.kind } ?? keys.endIndex
                keys.insert(key, at: latest)
            } else {
                if keys.last(where: { $0.kind == key.kind }) == key { continue }
                keys.removeAll { $0 == key }
                keys.append(key)
            }
            let same = keys.indices.filter { keys[$0].kind == key.kind }
            if same.count > Self.most(key.kind) { keys.remove(at: same[0]) }
        }
    }

    private static func most(_ kind: EntryKey.Kind) -> Int {
        switch kind {
        case .id: 6
        case .link: 4
        case .idPath, .linkPath, .title: 3
        case .slug, .enclosure, .date: 2
        }
    }
}
