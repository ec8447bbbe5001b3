internal import FeedModel

/// How much an entry and a record speak for being the same article.
struct Likeness {
    var points = 0.0
    /// What agrees, for the reason in words.
    var agreeing: [String] = []

    /// Points from which a pair is the same article.
    static let needed = 1.5
    /// The same once the feed has changed its ids.
    static let neededAfterChange = 1.25

    mutating func add(_ value: Double, _ word: String) {
        points += value
        if value > 0 { agreeing.append(word) }
    }
}

/// An entry of the document with what comparing it needs.
struct Candidate {
    var index: Int
    var print: Fingerprint
    /// Nil for an entry without text.
    var text: TextDigest?
    /// Records, other than the one compared with, whose text is within 10 bits.
    var nearRecords: [Int] = []
    /// Other entries of this kind whose text is within 10 bits.
    var nearEntries = 0
    /// Whether this entry bears the id of an old article without being it; its id then says nothing.
    var isReused = false
}

/// Compares candidates with records.
struct Comparison {
    let index: KeyIndex
    let records: [EntryRecord]
    /// Whether the feed has changed all ids, so that other ids and links speak against nothing.
    var hasChangedIDs = false
    /// Whether most of this document's entries, three at least, are known by their ids.
    var hasStableIDs = false

    /// Points of a pair, by the table of docs/decisions on novelty.
    func likeness(_ candidate: Candidate, _ place: Int) -> Likeness {
        let record = records[place]
        var likeness = Likeness()
        let keys = candidate.print.keys.filter { key in
            record.keys.contains(key)
                && !(candidate.isReused && (key.kind == .id || key.kind == .idPath))
        }
        addKeys(keys, to: &likeness)
        addTitle(candidate, record, to: &likeness)
        addDate(candidate, record, to: &likeness)
        let hasSameLink = keys.contains { $0.kind == .link }
        let isExcused = hasSameLink && candidate.print.title != nil && candidate.print.title == record.title
        let isTextAlike = addText(candidate, place, isExcused: isExcused, to: &likeness)
        let isLinkTelling = keys.contains { $0.kind == .link && !index.isShared($0) }
        addDifferences(candidate, record, isAlike: isTextAlike || isLinkTelling, to: &likeness)
        return likeness
    }

    private static let weights: [EntryKey.Kind: (Double, String)] = [
        .id: (2, "id"), .idPath: (1.5, "id but for scheme and host"), .link: (1, "link"),
        .linkPath: (0.25, "path"), .slug: (0.75, "slug"), .title: (1, "title"), .enclosure: (1, "enclosure"),
    ]

    /// Shared keys count a quarter; a shared link, its path and its slug say the same thing once.
    private func addKeys(_ keys: [EntryKey], to likeness: inout Likeness) {
        var isPlaceCounted = false
        for key in keys {
            guard let (weight, word) = Self.weights[key.kind] else { continue }
            let isShared = index.isShared(key)
            let isPlace = key.kind == .link || key.kind == .linkPath || key.kind == .slug
            if isShared, isPlace, isPlaceCounted { continue }
            if isPlace { isPlaceCounted = true }
            likeness.add(isShared ? weight / 4 : weight, word)
        }
    }

    /// Another id, and another link, speak against, unless they differ in scheme and host only; another id more so
    /// where the feed's ids stand and nothing else is telling.
    private func addDifferences(
        _ candidate: Candidate, _ record: EntryRecord, isAlike: Bool, to likeness: inout Likeness
    ) {
        guard !hasChangedIDs else { return }
        for (kind, part) in [(EntryKey.Kind.id, EntryKey.Kind.idPath), (.link, .linkPath)] {
            let keys = candidate.print.keys
            guard let own = keys.first(where: { $0.kind == kind }), !index.isShared(own),
                record.keys.contains(where: { $0.kind == kind && !index.isShared($0) }),
                !record.keys.contains(own)
            else { continue }
            if let part = keys.first(where: { $0.kind == part }), record.keys.contains(part),
                !index.isShared(part)
            {
                continue
            }
            likeness.points -= kind == .id && hasStableIDs && !isAlike ? 0.5 : 0.25
        }
    }

    private func addTitle(_ candidate: Candidate, _ record: EntryRecord, to likeness: inout Likeness) {
        guard let title = candidate.print.title, !record.title.isEmpty,
            let key = candidate.print.keys.first(where: { $0.kind == .title }), !record.keys.contains(key)
        else { return }
        let isAlike = Words.likeness(title, record.title) >= 0.6
        if isAlike, Words.numbers(title) == Words.numbers(record.title) {
            likeness.add(0.5, "a like title")
        } else {
            likeness.points -= 0.5
        }
    }

    private func addDate(_ candidate: Candidate, _ record: EntryRecord, to likeness: inout Likeness) {
        guard let date = candidate.print.date, let other = record.date else { return }
        if Dates.agree(date, other) {
            let isShared =
                index.isShared(EntryKey(date: date)) || index.isShared(EntryKey(date: other))
            likeness.add(isShared ? 0.25 : 1, "date")
        } else if abs(date.milliseconds - other.milliseconds) <= Dates.day {
            likeness.add(0.25, "day")
        } else if date > other {
            likeness.points -= 0.25
        }
    }

    /// Adds what the texts say, and tells whether they are alike and long enough to mean something.
    private func addText(
        _ candidate: Candidate, _ place: Int, isExcused: Bool, to likeness: inout Likeness
    ) -> Bool {
        let record = records[place]
        guard let text = candidate.text, text.words > 0, record.words > 0 else { return false }
        let distance = (text.simhash ^ record.simhash).nonzeroBitCount
        let isUnlikeOthers = candidate.nearEntries == 0 && candidate.nearRecords.allSatisfy { $0 == place }
        guard min(text.words, record.words) >= TextDigest.telling else {
            if text.simhash == record.simhash, text.words == record.words {
                likeness.add(isUnlikeOthers ? 0.5 : 0.25, "short text")
            }
            return false
        }
        if distance <= 10 {
            let points = isUnlikeOthers ? (distance <= 3 ? 1.5 : 1) : 0.5
            likeness.add(points, "text")
        } else if distance >= 20, !isExcused {
            likeness.points -= 0.75
        }
        return distance <= 10 && isUnlikeOthers
    }
}

/// Comparing dates as publishers move them.
enum Dates {
    static let day: Int64 = 86_400_000

    /// Whether two dates are equal to the second, or apart by whole half hours up to 14 hours: another time zone.
    static func agree(_ left: Timestamp, _ right: Timestamp) -> Bool {
        let seconds = abs(left.seconds - right.seconds)
        return seconds == 0 || (seconds <= 14 * 3600 && seconds % 1800 == 0)
    }
}
