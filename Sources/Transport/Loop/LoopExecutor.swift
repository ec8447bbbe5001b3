/// Runs tasks on the loop's own thread, between its transfers.
///
/// A task that prefers it starts and ends transfers without waking another thread, which for short answers costs more
/// than all else. Its work delays the loop's other transfers, so it must neither block nor be long.
public final class LoopExecutor: TaskExecutor {
    private let mailbox: Mailbox

    init(_ mailbox: Mailbox) {
        self.mailbox = mailbox
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // After the loop's end nobody else is left to run it.
        if !mailbox.put({ $0.work.append(job) }) { run(job) }
    }

    func run(_ job: UnownedJob) {
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
}
