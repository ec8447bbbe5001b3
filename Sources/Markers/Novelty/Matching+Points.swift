internal import FeedModel

extension Matching {
    /// A pair that has points enough.
    private struct Pair {
        var candidate: Int
        var record: Int
        var likeness: Likeness
    }

    /// Keys of more records than this say too little to look for pairs by them.
    private static let widest = 8

    /// Matches open entries with free records, best pairs first; returns how many were matched.
    @discardableResult
    mutating func matchByPoints(_ comparison: Comparison, needed: Double) -> Int {
        var pairs: [Pair] = []
        var nearest: [Int: (Double, Int)] = [:]
        for place in open where !trusted.contains(candidates[place].index) {
            for record in partners(of: candidates[place], comparison.index) {
                let likeness = comparison.likeness(candidates[place], record)
                if likeness.points >= needed {
                    pairs.append(Pair(candidate: place, record: record, likeness: likeness))
                } else if likeness.points > nearest[place]?.0 ?? 0 {
                    nearest[place] = (likeness.points, record)
                }
            }
        }
        pairs.sort {
            ($1.likeness.points, $0.candidate, $0.record) < ($0.likeness.points, $1.candidate, $1.record)
        }
        var matched = 0
        for pair in pairs {
            let index = candidates[pair.candidate].index
            guard findings[index].isUnknown, !isTaken[pair.record] else { continue }
            take(index, pair.record, Self.reason(pair.likeness, hasChangedIDs: comparison.hasChangedIDs))
            matched += 1
        }
        for (place, (points, record)) in nearest where findings[candidates[place].index].isUnknown {
            let title = memory.records[record].title
            findings[candidates[place].index] = .unknown(
                nearest: "the nearest, \"\(title)\", has \(Self.text(points)) points of \(Self.text(needed))")
        }
        return matched
    }

    /// The free records that have anything to do with a candidate.
    private func partners(of candidate: Candidate, _ index: KeyIndex) -> Set<Int> {
        var found: Set<Int> = []
        var keys = candidate.print.keys
        if let date = candidate.print.date { keys.append(EntryKey(date: date)) }
        for key in keys {
            let records = index.records(with: key, limit: Self.widest + 1)
            if records.count <= Self.widest { found.formUnion(records) }
        }
        found.formUnion(candidate.nearRecords)
        return found.filter { !isTaken[$0] }
    }

    private static func reason(_ likeness: Likeness, hasChangedIDs: Bool) -> String {
        let agreeing = likeness.agreeing.joined(separator: ", ")
        let change = hasChangedIDs ? "; the feed has changed its ids" : ""
        return "known by its \(agreeing) (\(text(likeness.points)) points\(change))"
    }

    private static func text(_ points: Double) -> String {
        let hundredths = Int((points * 100).rounded())
        let rest = hundredths % 100
        return "\(hundredths / 100)"
            + (rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : ".\(rest < 10 ? "0" : "")\(rest)")
    }

    /// Finds, for every open entry, the records and entries whose texts are alike: equal ones, where they are short.
    mutating func findNear() {
        let texts = memory.records.map { TextDigest(simhash: $0.simhash, words: $0.words) }
        let own: [(place: Int, text: TextDigest)] = open.compactMap { place in
            candidates[place].text.map { (place, $0) }
        }
        for (place, text) in own where text.words > 0 {
            for (record, other) in texts.enumerated() where text.isNear(other) {
                candidates[place].nearRecords.append(record)
                if candidates[place].nearRecords.count >= Self.mostNear { break }
            }
            candidates[place].nearEntries = own.count { $0.place != place && text.isNear($0.text) }
        }
    }

    private static let mostNear = 32
}

extension TextDigest {
    /// Whether two texts are within 10 bits, or the same where they are too short for that.
    fileprivate func isNear(_ other: TextDigest) -> Bool {
        let bits = (simhash ^ other.simhash).nonzeroBitCount
        guard bits <= 10 else { return false }
        let fewest = min(words, other.words)
        return fewest >= Self.telling || (bits == 0 && words == other.words && fewest > 0)
    }
}
