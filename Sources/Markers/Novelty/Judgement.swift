internal import FeedModel

/// Turns findings into verdicts and verdicts into announcements: first run, back-fill, filters, updates, limit.
struct Judgement {
    private let matching: Matching
    private let marker: Marker
    private let now: Timestamp
    private let settings: NoveltySettings
    private(set) var verdicts: [Verdict] = []
    private var versions: [Int: String] = [:]

    init(_ matching: Matching, marker: Marker, now: Timestamp, settings: NoveltySettings) {
        self.matching = matching
        self.marker = marker
        self.now = now
        self.settings = settings
    }

    /// Gives every entry its verdict.
    mutating func judge(reworded: [(index: Int, wording: UInt64)]) {
        let reused = Set(matching.candidates.lazy.filter(\.isReused).map(\.index))
        verdicts = matching.entries.indices.map { judgeFinding($0, isReused: reused.contains($0)) }
        if marker.isUnstarted { judgeFirst() } else { judgeOld() }
        judgeUpdates(reworded)
        for index in verdicts.indices where verdicts[index].isAnnounced {
            if let objection = settings.filter.objection(to: matching.entries[index]) {
                verdicts[index].kind = .filtered
                verdicts[index].reason = objection
            }
        }
        if marker.isUnstarted { chooseFirst() }
        findVersions()
    }

    private func judgeFinding(_ index: Int, isReused: Bool) -> Verdict {
        func verdict(_ kind: Verdict.Kind, _ reason: String) -> Verdict {
            Verdict(
                kind: kind, index: index, id: matching.entries[index].id,
                title: matching.entries[index].title, reason: reason)
        }
        switch matching.findings[index] {
        case .known(_, let reason), .forgotten(let reason): return verdict(.known, reason)
        case .double(let first, let reason): return verdict(.double, "\(reason), as entry \(first + 1)")
        case .unknown(let nearest):
            let reason =
                isReused ? "a new article under the id of an old one" : "no article seen before is like it"
            return verdict(.new, nearest.map { "\(reason); \($0)" } ?? reason)
        }
    }

    private mutating func judgeOld() {
        let unknown = verdicts.indices.filter { verdicts[$0].kind == .new }
        guard !unknown.isEmpty else { return }
        let backFill = BackFill(matching, unknown: unknown, now: now)
        for index in unknown {
            guard let reason = backFill.reason(index) else { continue }
            verdicts[index].kind = .old
            verdicts[index].reason = reason
        }
    }

    /// Known articles with other words; when most of a document changed at once, that is its template.
    private mutating func judgeUpdates(_ reworded: [(index: Int, wording: UInt64)]) {
        let isTemplate = reworded.count >= 5 && reworded.count * 2 > matching.entries.count
        for (index, wording) in reworded where verdicts[index].kind == .known {
            if isTemplate {
                verdicts[index].reason +=
                    "; the words of most entries changed at once, which is no update of one"
            } else {
                verdicts[index].kind = .update
                verdicts[index].reason = "its title or text has other words than before"
                versions[index] = StableHash.hex(wording)
            }
        }
    }

    /// Ids that do not tell articles apart need something beside them in the announcement's id.
    private mutating func findVersions() {
        let new = verdicts.indices.filter { verdicts[$0].kind == .new }
        guard !new.isEmpty else { return }
        var owners: Set<EntryKey> = []
        for record in matching.memory.records { owners.formUnion(record.keys.lazy.filter { $0.kind == .id }) }
        var seen: [String: Int] = Dictionary(minimumCapacity: matching.entries.count)
        for index in matching.entries.indices { seen[matching.entries[index].id, default: 0] += 1 }
        for index in new {
            let id = matching.entries[index].id
            let isOwned = !owners.isEmpty && owners.contains(EntryKey(.id, id))
            guard seen[id] ?? 0 > 1 || isOwned else { continue }
            versions[index] = StableHash.hex(matching.exacts[index])
        }
    }
}

// The first document.
extension Judgement {
    private static let first = "the feed is watched for the first time"
    private static let learned = first + ": learned without announcing it"

    private mutating func judgeFirst() {
        for index in verdicts.indices where verdicts[index].kind == .new {
            verdicts[index].reason = Self.first
        }
    }

    /// Lets `first` choose among what the filters let pass.
    private mutating func chooseFirst() {
        let candidates = verdicts.indices.filter { verdicts[$0].kind == .new }
        let chosen = Set(choice(candidates))
        for index in candidates where !chosen.contains(index) {
            verdicts[index].kind = .first
            verdicts[index].reason = Self.learned
        }
    }

    private func choice(_ candidates: [Int]) -> [Int] {
        if marker.startsSilently { return [] }
        // What was published after an empty first document, or after the time written into a marker by hand, is new.
        if let since = marker.memory.firstDocument ?? marker.newestPublished {
            let isEmptyStart = marker.memory.firstDocument != nil
            let later = candidates.filter { matching.entries[$0].date.map { $0 > since } ?? false }
            if !isEmptyStart || !later.isEmpty { return later }
        }
        switch settings.first {
        case .none: return []
        case .all: return candidates
        case .newest(let count): return Array(oldestFirst(candidates).suffix(count))
        }
    }

    /// Entries by date, those of one date and undated ones by their place; dates in the future count as now.
    func oldestFirst(_ indices: [Int]) -> [Int] {
        let dates = matching.entries.map(\.date)
        let isNewestFirst = DateOrder(dates).isNewestFirst
        let places = isNewestFirst ? indices.sorted(by: >) : indices.sorted()
        var latest: Timestamp?
        var keyed: [(time: Timestamp, index: Int)] = []
        for index in places {
            latest = dates[index].map { min($0, now) } ?? latest
            keyed.append((latest ?? Timestamp(milliseconds: .min), index))
        }
        return keyed.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }.map(\.element.index)
    }
}

// Announcements.
extension Judgement {
    /// What is announced, oldest first, and what stands behind a summary.
    mutating func news(
        _ feed: Feed
    ) -> (announced: [NoveltyDecision.News], summarised: [NoveltyDecision.News]) {
        let order = oldestFirst(verdicts.indices.filter { verdicts[$0].isAnnounced })
        let excess = max(0, order.count - max(0, settings.limit))
        let summarised = order[..<excess].map { news(at: $0) }
        var announced = order[excess...].map { news(at: $0) }
        for index in order[..<excess] {
            verdicts[index].kind = .summarised
            verdicts[index].reason += "; beyond the limit of \(settings.limit) announcements a poll"
        }
        if excess > 0 { announced.append(summary(feed, summarised)) }
        return (announced, summarised)
    }

    private func news(at index: Int) -> NoveltyDecision.News {
        NoveltyDecision.News(
            entry: matching.entries[index], kind: verdicts[index].kind == .update ? .update : .new,
            version: versions[index] ?? "")
    }

    private func summary(_ feed: Feed, _ news: [NoveltyDecision.News]) -> NoveltyDecision.News {
        let name = settings.feedName.isEmpty ? feed.title ?? marker.key.url : settings.feedName
        let ids = news.map { $0.entry.id + "\u{0}" + $0.version }.joined(separator: "\u{0}\u{0}")
        var entry = Entry(id: "summary-" + StableHash.hex128(ids.utf8))
        entry.title = "and \(news.count) more in \(name)"
        entry.link = feed.link
        entry.published = now
        let titles = news.reversed().prefix(10).map { $0.entry.title ?? $0.entry.link ?? $0.entry.id }
        entry.summary = titles.joined(separator: "; ") + (news.count > 10 ? "; …" : "")
        return NoveltyDecision.News(entry: entry, kind: .summary)
    }
}
