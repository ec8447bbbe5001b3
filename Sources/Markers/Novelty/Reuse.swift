internal import FeedModel

extension Comparison {
    /// Whether an entry bears a record's id without being its article: a new article under an old id.
    ///
    /// An edit keeps its date or its text, and most words of its title.
    func isReuse(_ candidate: Candidate, _ place: Int) -> Bool {
        let record = records[place]
        let print = candidate.print
        guard let title = print.title, !record.title.isEmpty, title != record.title else { return false }
        let isLater = Self.gap(print.date, record.date).map { $0 > 0 } ?? false
        let isMuchLater = Self.gap(print.date, record.date).map { $0 > 60 * Dates.day } ?? false
        let isOtherLink = print.link.map { link in
            record.keys.contains { $0.kind == .link } && !record.keys.contains(link)
        }
        let likeness = Words.likeness(title, record.title)
        guard let text = candidate.text, min(text.words, record.words) >= TextDigest.telling else {
            return likeness < 0.34 && isLater && isOtherLink != false
                && !isSameShortText(candidate.text, record)
        }
        let distance = (text.simhash ^ record.simhash).nonzeroBitCount
        if likeness < 0.5, distance >= 20, isLater || isOtherLink == true { return true }
        return isMuchLater && distance > 3 && Words.numbers(title) != Words.numbers(record.title)
    }

    private func isSameShortText(_ text: TextDigest?, _ record: EntryRecord) -> Bool {
        guard let text, text.words > 0 else { return false }
        return text.simhash == record.simhash
    }

    /// How much later the first date is, in milliseconds.
    private static func gap(_ left: Timestamp?, _ right: Timestamp?) -> Int64? {
        guard let left, let right else { return nil }
        return left.milliseconds - right.milliseconds
    }
}
