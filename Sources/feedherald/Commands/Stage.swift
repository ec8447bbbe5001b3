import FeedModel
import Pipeline
import Synchronization

/// The herald that is at work now: another one takes its place when the state was lent.
final class Stage: Sendable {
    private struct State {
        var herald: Herald
        var list: SubscriptionList
        var isStopping = false
        var isLending = false
    }

    private let state: Mutex<State>

    init(_ herald: Herald, watching list: SubscriptionList) {
        state = Mutex(State(herald: herald, list: list))
    }

    var herald: Herald { state.withLock { $0.herald } }

    /// Whether the state may be another process's now.
    var isLending: Bool { state.withLock { $0.isLending } }

    func use(_ list: SubscriptionList) {
        state.withLock { $0.list = list }
    }

    /// Notes that the end has come; false where that was known.
    func beginStop() -> Bool {
        state.withLock { state in
            defer { state.isStopping = true }
            return !state.isStopping
        }
    }

    /// The herald that is to let go of the state; nil where one does so already or the end has come.
    func beginLending() -> Herald? {
        state.withLock { state in
            guard !state.isStopping, !state.isLending else { return nil }
            state.isLending = true
            return state.herald
        }
    }

    /// What to watch after the state was lent; nil where it was not.
    var listAfterLending: SubscriptionList? {
        state.withLock { $0.isLending && !$0.isStopping ? $0.list : nil }
    }

    /// Takes the next herald.
    ///
    /// - Returns: whether it may work; not when the end came meanwhile.
    func take(_ herald: Herald) -> Bool {
        state.withLock { state in
            state.herald = herald
            state.isLending = false
            return !state.isStopping
        }
    }
}
