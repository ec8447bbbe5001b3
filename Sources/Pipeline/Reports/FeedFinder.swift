public import FeedModel
internal import Markers
internal import Subscriptions

/// Finds the feed that a person means by a word: its name, its address, its title, or an unmistakable part of them.
public struct FeedFinder: Sendable {
    private struct Candidate: Sendable {
        let subscription: Subscription
        /// In the order in which a person would think of them.
        let words: [String]
    }

    private let candidates: [Candidate]
    private let names: [Subscription: String]

    /// - Parameter state: the state folder, for the titles that feeds gave themselves; it need not exist.
    public init(_ list: SubscriptionList, state: String) {
        let folder = try? StateFolder(state, access: .reading)
        try? folder?.markers.assign(list.subscriptions.map { FeedKey($0) })
        candidates = list.subscriptions.map { feed in
            let title = folder?.markers.head(FeedKey(feed))?.title
            return Candidate(
                subscription: feed,
                words: [feed.name, title, feed.url, URLMask.masked(feed.url)].compactMap { $0 })
        }
        names = Dictionary(
            candidates.map { ($0.subscription, $0.words[0]) }, uniquingKeysWith: { first, _ in first })
    }

    /// The one feed that is meant; a failure says which ones it could be.
    public func find(_ text: String) throws(Failure) -> Subscription {
        let wanted = text.lowercased()
        let steps: [(String) -> Bool] = [
            { $0 == text }, { $0.lowercased() == wanted }, { $0.lowercased().contains(wanted) },
        ]
        for isMeant in steps where !text.isEmpty {
            let found = candidates.filter { $0.words.contains(where: isMeant) }
            if found.count == 1 { return found[0].subscription }
            if found.count > 1 {
                let names = found.prefix(5).map { $0.words.first ?? "" }.joined(separator: ", ")
                throw Failure(
                    .subscriptions, "\"\(text)\" may be one of \(found.count) feeds",
                    hint: "name one: \(names)\(found.count > 5 ? " …" : "")")
            }
        }
        let nearest = Suggestion.nearest(to: text, among: candidates.flatMap(\.words))
        throw Failure(
            .subscriptions, "feeds.json has no feed \"\(text)\"",
            hint: nearest.map { "did you mean \"\($0)\"?" } ?? "\"feedherald status\" lists them")
    }

    /// How the feed is called: its name, else its title, else its address without credentials.
    public func name(of feed: Subscription) -> String {
        let name = names[feed] ?? feed.label
        return name == feed.url ? feed.label : name
    }
}
