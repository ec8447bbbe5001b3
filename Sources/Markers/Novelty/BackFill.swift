internal import FeedModel

/// Tells old articles that slide, or are filled, back into a document from new ones.
///
/// An unknown entry is old only if it is dated and the dates of known entries mostly stood still, and one of:
/// - five or more unknown entries are over 30 days older than the last fetch, the document is in date order or grew
///   by about their number, and this one is over 30 days old or no newer than the newest date known before;
/// - the document is in date order, this entry stands at its old end with none but unknown ones behind it, is no
///   newer than the oldest date of the last document and over 2 days old, and the document did not just grow by one
///   to three;
/// - the document is in date order, the entry is over 180 days old, and the document did not just grow by one to
///   three with nothing gone.
/// So a back-dated entry in a feed that only grows is new, as is every entry of rankings, which have no date order.
struct BackFill {
    private let dates: [Timestamp?]
    /// Places of the document's old end at which none but unknown entries stand.
    private let oldEnd: Range<Int>
    private let memory: Memory
    private let now: Timestamp
    private let order: DateOrder
    private let growth: Int
    private let gone: Int
    private let haveDatesMoved: Bool
    /// Whether so many old entries are unknown that they are the archive.
    private let isArchive: Bool
    private let newestKnown: Timestamp

    init(_ matching: Matching, unknown: [Int], now: Timestamp) {
        memory = matching.memory
        self.now = now
        let dates = matching.entries.map(\.date)
        self.dates = dates
        order = DateOrder(dates)
        let known = Set(dates.indices).subtracting(unknown)
        oldEnd =
            order.isNewestFirst ? (known.max() ?? -1) + 1..<dates.count : 0..<(known.min() ?? dates.count)
        growth = dates.count - memory.lastCount
        let last = memory.lastDocument ?? now
        gone = zip(memory.records, matching.isTaken).count { record, isTaken in
            !isTaken && record.lastSeen >= last
        }
        haveDatesMoved = Self.haveMoved(matching)
        let past = last - .seconds(30 * 86_400)
        let old = unknown.count { matching.entries[$0].date.map { $0 < past } ?? false }
        let isGrownByThem = growth > 0 && abs(growth - unknown.count) <= max(2, unknown.count / 5)
        isArchive = old >= 5 && (order.isOrdered || isGrownByThem)
        newestKnown = memory.records.lazy.compactMap(\.date).filter { $0 <= last }.max() ?? last
    }

    private static func haveMoved(_ matching: Matching) -> Bool {
        var moved = 0
        var stood = 0
        for (index, finding) in matching.findings.enumerated() {
            guard let record = finding.record, let date = matching.entries[index].date,
                let before = matching.memory.records[record].date
            else { continue }
            if Dates.agree(date, before) { stood += 1 } else { moved += 1 }
        }
        return moved > stood
    }

    /// Why an unknown entry is old, in words; nil when it is new.
    func reason(_ index: Int) -> String? {
        guard let date = dates[index], !haveDatesMoved else { return nil }
        let last = memory.lastDocument ?? now
        if isArchive, date < last - .seconds(30 * 86_400) || date <= newestKnown {
            return "one of several old articles that appeared at once"
        }
        let grewLittle = (1...3).contains(growth)
        if oldEnd.contains(index), let oldest = memory.lastOldest, date <= oldest {
            let age = now - date
            if order.isOrdered, !grewLittle, age > .seconds(2 * 86_400) {
                return "an old article that slid back into the end of the document"
            }
            if order.isShortButOrdered, growth <= 0, gone > 0, age > .seconds(30 * 86_400) {
                return "an old article in the place of one that was removed"
            }
        }
        if order.isOrdered, date < now - .seconds(180 * 86_400), !(grewLittle && gone == 0) {
            return "dated more than 180 days ago, in a document in date order"
        }
        return nil
    }
}

/// Whether a document's entries stand in the order of their dates.
struct DateOrder {
    let isNewestFirst: Bool
    /// At least five dated entries, and nine of ten neighbours in order.
    let isOrdered: Bool
    /// Two to four dated entries, all in order.
    let isShortButOrdered: Bool

    init(_ dates: [Timestamp?]) {
        let known = dates.compactMap { $0 }
        var falling = 0
        var rising = 0
        for (date, next) in zip(known, known.dropFirst()) {
            if date >= next { falling += 1 }
            if date <= next { rising += 1 }
        }
        isNewestFirst = falling >= rising
        let best = max(falling, rising)
        isOrdered = known.count >= 5 && best * 10 >= (known.count - 1) * 9
        isShortButOrdered = (2...4).contains(known.count) && best == known.count - 1
    }
}
