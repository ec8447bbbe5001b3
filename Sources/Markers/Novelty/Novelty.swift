public import FeedModel

/// Decides what of a document is new: a pure function.
public enum Novelty {
    /// Compares a document with what is remembered of its feed.
    ///
    /// - Parameters:
    ///   - marker: what is remembered; one that is unstarted makes this the first document.
    ///   - now: the time of the fetch.
    /// - Returns: what to announce, and the marker with everything of the document learned. The caller owes the
    ///   announcements in that marker's outbox, puts the poll state in, and commits it before anything is sent.
    public static func decide(
        _ feed: Feed, marker: Marker, now: Timestamp, settings: NoveltySettings
    ) -> NoveltyDecision {
        NoveltyDecision(
            announcements: [], summarised: [], marker: marker, verdicts: [], isFirst: marker.isUnstarted)
    }
}
