internal import Host
internal import Synchronization

/// The folder in which everything that is remembered lives, and the lock that keeps a second process out of it.
///
///     STATE/lock              held while a process writes
///     STATE/markers/*.json    one marker a feed
///     STATE/polls.json        when each feed was last polled: what changes with every poll, see ``PollBook``
///     STATE/history.jsonl     what was announced
///     STATE/refused.jsonl     what was given up
///     STATE/settled.jsonl     deliveries whose markers are not written yet
///     STATE/sinks/*.json      what deliveries need to know of their sinks
public final class StateFolder: Sendable {
    public enum Access: Sendable, Hashable {
        /// Reads and writes, alone.
        case writing
        /// Only reads, beside a process that writes.
        case reading
    }

    public let path: String
    public let access: Access
    public let markers: MarkerStore
    public let history: History
    public let refused: RefusedLog
    public let settled: SettledLog
    public let sinks: SinkStateStore
    private let lock: Mutex<FileLock?>

    /// Opens the folder; for writing it is made if it is missing, and locked.
    public init(_ path: String, access: Access) throws(StateError) {
        self.path = path
        self.access = access
        if access == .writing {
            try stating { () throws(HostError) in
                try Files.makeFolder(path)
                try Files.makeFolder(path + "/markers")
            }
            lock = Mutex(try Self.take(path))
        } else {
            // Another user's state is not an empty one.
            try stating { () throws(HostError) in
                try Files.checkFolder(path)
                try Files.checkFolder(path + "/markers")
            }
            lock = Mutex(nil)
        }
        markers = MarkerStore(folder: path + "/markers", isReadOnly: access == .reading)
        history = History(folder: path)
        refused = RefusedLog(folder: path)
        settled = SettledLog(folder: path)
        sinks = SinkStateStore(folder: path + "/sinks")
    }

    /// Lets another process have the folder; nothing may be written after it.
    public func release() {
        lock.withLock { $0 = nil }
    }

    private static func take(_ folder: String) throws(StateError) -> FileLock {
        do throws(FileLockError) {
            return try FileLock(folder + "/lock")
        } catch {
            switch error {
            case .held(let id): throw .held(folder: folder, by: id)
            case .failed(let error): throw .unusable(error)
            }
        }
    }

    /// The poll times as last saved; empty when there is no such file or it is damaged.
    public func loadPolls() -> PollBook { PollBook.load(path + "/polls.json") }

    /// Saves the poll times as a whole; not synced, since losing them costs one early poll.
    public func savePolls(_ book: PollBook) throws(StateError) { try book.save(path + "/polls.json") }
}
