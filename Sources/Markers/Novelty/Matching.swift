internal import FeedModel

/// What was found out about one entry of the document.
enum Finding: Hashable {
    /// The article of a record.
    case known(record: Int, reason: String)
    /// The same article as another entry of this document.
    case double(of: Int, reason: String)
    /// Seen long ago; only its hashes are left.
    case forgotten(reason: String)
    /// No article that is remembered; the nearest one in words, where there is one.
    case unknown(nearest: String?)

    var isUnknown: Bool {
        if case .unknown = self { true } else { false }
    }

    var record: Int? {
        if case .known(let record, _) = self { record } else { nil }
    }
}

/// Tells which entries of a document are which articles of a memory.
///
/// In order: entries that did not change at all; ids; everything else by points, best pairs first, one entry to one
/// record; the same with less asked for once most ids turn out to have changed; doubles; forgotten articles.
struct Matching {
    let memory: Memory
    let entries: [Entry]
    /// Entries whose id was made by the user's `identity` pattern, and which nothing else decides.
    let trusted: Set<Int>
    var findings: [Finding]
    var extents: [UInt32] = []
    var exacts: [UInt64] = []
    /// Entries that changed or are not known by their digest, with their fingerprints.
    var candidates: [Candidate] = []
    /// By record: whether an entry has it.
    var isTaken: [Bool]
    var hasChangedIDs = false

    /// Matches everything; the result is in ``findings``.
    init(_ memory: Memory, entries: [Entry], trusted: Set<Int> = []) {
        self.memory = memory
        self.entries = entries
        self.trusted = trusted
        findings = Array(repeating: .unknown(nearest: nil), count: entries.count)
        isTaken = Array(repeating: false, count: memory.records.count)
        matchUnchanged()
        candidates = entries.indices.filter { findings[$0].isUnknown }.map {
            Candidate(index: $0, print: Fingerprint(entries[$0]), text: nil)
        }
        guard !candidates.isEmpty else { return }
        collapseRepeats()
        guard !memory.records.isEmpty || memory.forgotten.count > 0 else {
            readTexts()
            findDoubles()
            return
        }
        matchChanged()
        findDoubles()
        findForgotten()
    }

    private mutating func matchUnchanged() {
        var places = HashPlaces(capacity: memory.records.count)
        // Of records with the same digest the last one counts.
        for place in memory.records.indices.reversed() where memory.records[place].exact != 0 {
            _ = places.insert(memory.records[place].exact, at: place)
        }
        var firsts = HashPlaces(capacity: entries.count)
        extents.reserveCapacity(entries.count)
        exacts.reserveCapacity(entries.count)
        var scratch: [UInt8] = []
        scratch.reserveCapacity(256)
        for index in entries.indices {
            let extent = Fingerprint.extent(of: entries[index])
            let exact = Fingerprint.exact(of: entries[index], extent: extent, scratch: &scratch)
            extents.append(extent)
            exacts.append(exact)
            if let first = firsts.insert(exact, at: index) {
                findings[index] = .double(of: first, reason: "listed twice in this document")
            } else if let place = places[exact] {
                take(index, place, "unchanged since it was seen last")
            }
        }
    }

    mutating func take(_ index: Int, _ record: Int, _ reason: String) {
        findings[index] = .known(record: record, reason: reason)
        isTaken[record] = true
    }

    /// What entries that are one agree in.
    private struct Repeat: Hashable {
        var id: EntryKey
        var title: EntryKey?
        var link: EntryKey?
        var date: Int64?
    }

    /// Entries that repeat id, title, link and date of another are one, and must not make their keys shared.
    private mutating func collapseRepeats() {
        var firsts: [Repeat: Int] = Dictionary(minimumCapacity: candidates.count)
        var hasRepeats = false
        for candidate in candidates {
            guard let id = candidate.print.id else { continue }
            let known = Repeat(
                id: id, title: candidate.print.keys.first { $0.kind == .title }, link: candidate.print.link,
                date: candidate.print.date?.seconds)
            if let first = firsts[known] {
                findings[candidate.index] = .double(of: first, reason: "listed twice in this document")
                hasRepeats = true
            } else {
                firsts[known] = candidate.index
            }
        }
        if hasRepeats { candidates.removeAll { !findings[$0.index].isUnknown } }
    }

    private mutating func matchChanged() {
        let index = KeyIndex(memory, fingerprints: candidates.lazy.map(\.print))
        var comparison = Comparison(index: index, records: memory.records)
        matchByID(comparison)
        let before = open.count
        guard before > 0 else { return }
        let standing = entries.count - before
        comparison.hasStableIDs = standing >= 3 && standing * 2 >= entries.count
        readTexts()
        findNear()
        let matched = matchByPoints(comparison, needed: Likeness.needed)
        if matched >= 3, matched * 2 >= before, Double(matched) >= 0.4 * Double(entries.count) {
            hasChangedIDs = true
            comparison.hasChangedIDs = true
            matchByPoints(comparison, needed: Likeness.neededAfterChange)
        }
    }

    /// The candidates that are still unknown, as places in ``candidates``.
    var open: [Int] { candidates.indices.filter { findings[candidates[$0].index].isUnknown } }

    private mutating func matchByID(_ comparison: Comparison) {
        for place in candidates.indices {
            guard let id = candidates[place].print.id else { continue }
            let index = candidates[place].index
            if trusted.contains(index) {
                if let record = comparison.index.records(with: id, limit: 1).first {
                    take(index, record, "its identity is known")
                }
                continue
            }
            guard let record = comparison.index.record(identifiedBy: id, in: memory.records), !isTaken[record]
            else { continue }
            if candidates[place].print.title != memory.records[record].title {
                readText(place)
                if comparison.isReuse(candidates[place], record) {
                    candidates[place].isReused = true
                    continue
                }
            }
            take(index, record, "its id is known")
        }
    }

    mutating func readTexts() {
        for place in open { readText(place) }
    }

    private mutating func readText(_ place: Int) {
        guard candidates[place].text == nil else { return }
        let text = Fingerprint.text(of: entries[candidates[place].index])
        if !text.isEmpty { candidates[place].text = TextDigest(text) }
    }
}
