internal import FeedModel
internal import Synchronization

/// Keeps what sinks have to say while a command uses them.
final class HeardNotices: Sendable {
    private let notices = Mutex<[Failure]>([])

    func add(_ failure: Failure) { notices.withLock { $0.append(failure) } }

    var all: [Failure] { notices.withLock { $0 } }
    func forget() { notices.withLock { $0 = [] } }
}
