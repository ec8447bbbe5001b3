public import FeedModel
internal import Markers

/// Changes that a person makes to the state by hand; a watch that runs lends the state meanwhile, see ``StateLending``.
public struct StateEditor: Sendable {
    let state: StateFolder

    /// Opens the state for writing, borrowing it from a watch.
    ///
    /// - Parameter patience: how long to wait for what the watch, or another command, has under way.
    public init(_ path: String, patience: Duration = .seconds(40)) async throws(HeraldError) {
        do {
            state = try await StateLending.borrow(path, patience: patience)
        } catch {
            throw HeraldError(error)
        }
    }

    /// Forgets all about a feed: the next document is its first one.
    ///
    /// - Returns: how many announcements that were still owed are gone with it; nil when nothing was stored.
    public func reset(_ feed: Subscription, of list: SubscriptionList) throws(HeraldError) -> Int? {
        do throws(StateError) {
            try state.markers.assign(list.subscriptions.map { FeedKey($0) })
            let key = FeedKey(feed)
            guard state.markers.isStored(key) else { return nil }
            var owed = state.markers.head(key)?.owed
            if owed == nil { owed = try state.markers.load(key).marker.outbox.count }
            try state.markers.remove(key)
            var book = state.loadPolls()
            book.keepOnly(list.subscriptions.filter { $0.url != feed.url }.map { FeedKey($0) })
            try state.savePolls(book)
            return owed
        } catch {
            throw HeraldError(error)
        }
    }

    /// Makes what some sinks are owed due now.
    private func hasten(_ sinks: [String], of list: SubscriptionList) throws(StateError) {
        for feed in list.subscriptions {
            let key = FeedKey(feed)
            guard state.markers.isStored(key), state.markers.head(key)?.owed != 0 else { continue }
            var marker = try state.markers.load(key).marker
            let before = marker.outbox
            for sink in sinks { marker.outbox.hasten(sink) }
            if marker.outbox != before { try state.markers.commit([marker]) }
        }
    }

    /// Owes again what was given up, makes what waits due now, and starts sinks again that were stopped.
    ///
    /// - Parameter sinks: the sinks that are meant; empty means all.
    /// - Returns: how many announcements, and which sinks.
    public func retry(
        _ sinks: [String], of list: SubscriptionList, now: Timestamp
    ) throws(HeraldError) -> (owed: Int, started: [String]) {
        do throws(StateError) {
            try state.markers.assign(list.subscriptions.map { FeedKey($0) })
            let owed = try state.refused.retry(
                sinks.isEmpty ? nil : Set(sinks), in: state.markers, at: now)
            try hasten(sinks.isEmpty ? list.sinks.map(\.name) : sinks, of: list)
            var started: [String] = []
            for sink in sinks.isEmpty ? list.sinks.map(\.name) : sinks
            where try state.sinks.removeStop(sink) { started.append(sink) }
            return (owed, started)
        } catch {
            throw HeraldError(error)
        }
    }
}
