internal import CCurl
internal import CNGHTTP2
internal import COpenSSL
internal import Glibc
internal import Synchronization

/// What other threads hand to the loop thread, with an event descriptor that wakes it.
final class Mailbox: Sendable {
    struct Post: Sendable {
        var jobs: [TransferJob] = []
        var cancels: [TransferJob] = []
        /// Pieces of tasks that run on the loop's thread.
        var work: [UnownedJob] = []
        var isStopping = false
    }

    /// What lies in the box; only the first piece after an emptying wakes the thread.
    private let content = Mutex<(post: Post, isSignalled: Bool)>((Post(), false))
    let wakeup: CInt
    /// The loop's thread, which looks into the box before it sleeps and needs no waking; 0 before it runs.
    private let owner = Atomic<UInt>(0)

    init() {
        wakeup = feedherald_wakeup_create()
    }

    deinit {
        close(wakeup)
    }

    /// Changes the content under the lock; false when the loop is stopping and takes no more.
    @discardableResult
    func put(_ change: (inout Post) -> Void) -> Bool {
        let (isTaken, mustSignal) = content.withLock { content in
            guard !content.post.isStopping else { return (false, false) }
            change(&content.post)
            let wasSignalled = content.isSignalled
            content.isSignalled = true
            return (true, !wasSignalled)
        }
        if mustSignal, owner.load(ordering: .relaxed) != UInt(pthread_self()) {
            feedherald_wakeup_signal(wakeup)
        }
        return isTaken
    }

    /// Makes the calling thread the loop's.
    func own() {
        owner.store(UInt(pthread_self()), ordering: .relaxed)
    }

    /// Whether something was put in since the last emptying.
    var isFilled: Bool { content.withLock { $0.isSignalled } }

    /// Takes everything out; `isAwake` says that the descriptor woke the thread.
    func empty(isAwake: Bool) -> Post {
        if isAwake { feedherald_wakeup_clear(wakeup) }
        return content.withLock { content in
            content.isSignalled = false
            let post = content.post
            content.post.jobs = []
            content.post.cancels = []
            content.post.work = []
            return post
        }
    }
}
