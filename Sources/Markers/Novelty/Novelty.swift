public import FeedModel
internal import Host

/// Decides what of a document is new: a pure function.
public enum Novelty {
    /// Compares a document with what is remembered of its feed.
    ///
    /// - Parameters:
    ///   - feed: the document. An empty one teaches nothing, since many are empty by mistake and come back.
    ///   - marker: what is remembered; one that is unstarted makes this the first document.
    ///   - now: the time of the fetch.
    /// - Returns: what to announce, and the marker with everything of the document learned. The caller owes the
    ///   announcements in that marker's outbox, puts the poll state in, and commits it before anything is sent.
    public static func decide(
        _ feed: Feed, marker: Marker, now: Timestamp, settings: NoveltySettings
    ) -> NoveltyDecision {
        var next = marker
        next.title = feed.title ?? marker.title
        next.link = feed.link ?? marker.link
        let moment = Timestamp(seconds: now.seconds)
        let (entries, trusted) = identified(feed.entries, settings)
        guard !entries.isEmpty else {
            if marker.isUnstarted, marker.memory.firstDocument == nil { next.memory.firstDocument = moment }
            return NoveltyDecision(
                announcements: [], summarised: [], marker: next, verdicts: [], isFirst: marker.isUnstarted)
        }
        let matching = Matching(marker.memory, entries: entries, trusted: trusted)
        let learning = Learning(matching, now: moment, keepsWording: settings.updates)
        var judgement = Judgement(matching, marker: marker, now: moment, settings: settings)
        judgement.judge(reworded: learning.reworded)
        let news = judgement.news(feed)
        next.memory = learning.memory
        next.newestPublished = newest(entries, marker.newestPublished, now)
        next.startsSilently = false
        return NoveltyDecision(
            announcements: news.announced, summarised: news.summarised, marker: next,
            verdicts: judgement.verdicts,
            isFirst: marker.isUnstarted)
    }

    /// The entries with the ids that the user's `identity` makes of them, and which ones those are.
    private static func identified(_ entries: [Entry], _ settings: NoveltySettings) -> ([Entry], Set<Int>) {
        guard let identity = settings.identity else { return (entries, []) }
        var changed = entries
        var trusted: Set<Int> = []
        for index in entries.indices {
            let texts = [entries[index].id, entries[index].link ?? ""]
            guard
                let id = texts.lazy.compactMap({ identity.firstGroup(in: $0) }).first(where: { !$0.isEmpty })
            else {
                continue
            }
            changed[index].id = id
            changed[index].isIDMade = false
            trusted.insert(index)
        }
        return (changed, trusted)
    }

    /// The latest date of all entries and of before; dates in the future count as now at the most.
    private static func newest(_ entries: [Entry], _ before: Timestamp?, _ now: Timestamp) -> Timestamp? {
        let dates = entries.compactMap(\.date).filter { $0 <= now }
        return (dates + [before].compactMap { $0 }).max()
    }
}
