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
        var isStopping = false
    }

    /// What lies in the box; only the first piece after an emptying wakes the thread.
    private let content = Mutex<(post: Post, isSignalled: Bool)>((Post(), false))
    let wakeup: CInt

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
        if mustSignal { feedherald_wakeup_signal(wakeup) }
        return isTaken
    }

    /// Takes everything out.
    func empty() -> Post {
        feedherald_wakeup_clear(wakeup)
        return content.withLock { content in
            content.isSignalled = false
            let post = content.post
            content.post.jobs = []
            content.post.cancels = []
            return post
        }
    }
}
