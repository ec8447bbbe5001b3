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
    /// The record whose id this entry bears without being that article.
    var reused: Int?
}

/// Compares candidates with records.
struct Comparison {
    let index: KeyIndex
    let records: [EntryRecord]
    /// Whether the feed has changed all ids, so that other ids and links speak against nothing.
    var hasChangedIDs = false

    /// Points of a pair, by the table of docs/decisions on novelty.
    func likeness(_ candidate: Candidate, _ place: Int) -> Likeness {
        let record = records[place]
        var likeness = Likeness()
        var hasSameLink = false
        for key in candidate.print.keys where record.keys.contains(key) {
            let isReusedID = candidate.reused == place && (key.kind == .id || key.kind == .idPath)
            guard !isReusedID, let (weight, word) = Self.weights[key.kind] else { continue }
            if key.kind == .link { hasSameLink = true }
            likeness.add(index.isShared(key) ? weight / 4 : weight, word)
        }
        addDifferences(candidate, record, to: &likeness)
        addTitle(candidate, record, to: &likeness)
        addDate(candidate, record, to: &likeness)
        let hasSameTitle = candidate.print.title != nil && candidate.print.title == record.title
        addText(candidate, place, isExcused: hasSameLink && hasSameTitle, to: &likeness)
        return likeness
    }

    private static let weights: [EntryKey.Kind: (Double, String)] = [
        .id: (2, "id"), .idPath: (1.5, "id but for scheme and host"), .link: (1, "link"),
        .linkPath: (0.25, "path"), .slug: (0.75, "slug"), .title: (1, "title"), .enclosure: (1, "enclosure"),
    ]

    private func addDifferences(_ candidate: Candidate, _ record: EntryRecord, to likeness: inout Likeness) {
        guard !hasChangedIDs else { return }
        for kind in [EntryKey.Kind.id, .link] {
            guard let own = candidate.print.keys.first(where: { $0.kind == kind }),
                record.keys.contains(where: { $0.kind == kind }), !record.keys.contains(own)
            else { continue }
            likeness.points -= 0.25
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

    private func addText(
        _ candidate: Candidate, _ place: Int, isExcused: Bool, to likeness: inout Likeness
    ) {
        let record = records[place]
        guard let text = candidate.text, text.words > 0, record.words > 0 else { return }
        let isTelling = min(text.words, record.words) >= TextDigest.telling
        let distance = (text.simhash ^ record.simhash).nonzeroBitCount
        let isUnlikeOthers =
            candidate.nearEntries == 0 && candidate.nearRecords.allSatisfy { $0 == place }
        guard isTelling else {
            if text.simhash == record.simhash, text.words == record.words {
                likeness.add(isUnlikeOthers ? 0.5 : 0.25, "short text")
            }
            return
        }
        if distance <= 10 {
            let points = isUnlikeOthers ? (distance <= 3 ? 1.5 : 1) : 0.5
            likeness.add(points, "text")
        } else if distance >= 20, !isExcused {
            likeness.points -= 0.75
        }
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
