internal import FeedModel

extension Matching {
    /// What a double agrees in.
    private struct Face {
        var title: EntryKey?
        var link: EntryKey?
        var date: Timestamp?
        var simhash: UInt64
        var words: Int
    }

    /// Finds open entries that are another entry of this document under another id.
    ///
    /// They agree in title, link, text and date, or in three of these if the date, which no third entry has, is one.
    mutating func findDoubles() {
        let open = open
        guard !open.isEmpty, entries.count > 1 else { return }
        let faces = faces()
        guard Self.hasRepeats(faces) else { return }
        var dates: [Int64: Int] = [:]
        var groups: [EntryKey: [Int]] = [:]
        for (index, face) in faces.enumerated() {
            if let date = face.date { dates[date.seconds, default: 0] += 1 }
            for key in [face.title, face.link] { if let key { groups[key, default: []].append(index) } }
        }
        for place in open {
            let index = candidates[place].index
            let face = faces[index]
            let others = [face.title, face.link].compactMap { $0.flatMap { groups[$0] }?.prefix(16) }.joined()
            let isRare = face.date.map { dates[$0.seconds] == 2 } ?? false
            let first = others.first { other in
                guard other != index, !isDouble(other), !findings[other].isUnknown || other < index else {
                    return false
                }
                return Self.agree(face, faces[other], isRare)
            }
            guard let first else { continue }
            findings[index] = .double(
                of: first, reason: "another entry of this document has the same title, link, text and date")
        }
    }

    /// Whether two entries have the same title or link, as doubles do.
    private static func hasRepeats(_ faces: [Face]) -> Bool {
        var seen = HashPlaces(capacity: 2 * faces.count)
        for (index, face) in faces.enumerated() {
            if let title = face.title, seen.insert(title.bits, at: index) != nil { return true }
            if let link = face.link, seen.insert(link.bits, at: index) != nil { return true }
        }
        return false
    }

    private func isDouble(_ index: Int) -> Bool {
        if case .double = findings[index] { true } else { false }
    }

    private static func agree(_ left: Face, _ right: Face, _ isDateRare: Bool) -> Bool {
        let hasSameDate = left.date != nil && left.date?.seconds == right.date?.seconds
        let hasSameText =
            left.words > 0 && right.words > 0 && abs(left.words - right.words) <= 2
            && (left.simhash ^ right.simhash).nonzeroBitCount <= 3
        let agreements = [
            left.title != nil && left.title == right.title, left.link != nil && left.link == right.link,
            hasSameText,
            hasSameDate,
        ].count { $0 }
        return agreements == 4 || (agreements == 3 && hasSameDate && isDateRare)
    }

    private func faces() -> [Face] {
        var faces = entries.indices.map { index -> Face in
            guard let place = findings[index].record else {
                return Face(title: nil, link: nil, date: entries[index].date, simhash: 0, words: 0)
            }
            let record = memory.records[place]
            return Face(
                title: record.keys.last { $0.kind == .title }, link: record.keys.last { $0.kind == .link },
                date: record.date, simhash: record.simhash, words: record.words)
        }
        for candidate in candidates {
            let text =
                candidate.text
                ?? findings[candidate.index].record.map {
                    TextDigest(simhash: memory.records[$0].simhash, words: memory.records[$0].words)
                }
            faces[candidate.index] = Face(
                title: candidate.print.keys.first { $0.kind == .title }, link: candidate.print.link,
                date: candidate.print.date, simhash: text?.simhash ?? 0, words: text?.words ?? 0)
        }
        return faces
    }

    /// Finds open entries whose records were dropped, but not their bare hashes.
    ///
    /// A known link under another id counts only for an entry that is not dated after it was seen last.
    mutating func findForgotten() {
        let open = open
        guard memory.forgotten.count > 0, !open.isEmpty else { return }
        let days = memory.forgotten.lookUp(open.map { candidates[$0].print })
        for (place, sight) in zip(open, days) {
            guard let sight else { continue }
            let print = candidates[place].print
            let isOld = print.date.map { $0.seconds / 86_400 <= Int64(sight.day) } ?? (print.id == nil)
            guard sight.isByID || isOld else { continue }
            let day = Timestamp(seconds: Int64(sight.day) * 86_400).rfc3339.prefix(10)
            findings[candidates[place].index] = .forgotten(
                reason: "its \(sight.isByID ? "id" : "link") was seen until \(day)")
        }
    }
}

extension TextDigest {
    init(simhash: UInt64, words: Int) {
        self.simhash = simhash
        self.words = words
    }
}
