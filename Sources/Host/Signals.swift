internal import Glibc
internal import Synchronization

/// The signals a program answers to.
public enum ProcessSignal: Int32, Sendable, CaseIterable {
    case terminate = 15
    case interrupt = 2
    case hangUp = 1
    case user1 = 10
}

/// Turns signals into a stream of values; SIGPIPE is ignored from then on.
public enum Signals {
    /// Blocks the signals for the whole process and delivers each as a value from a thread that waits for them.
    ///
    /// To be called before any other thread starts, as threads inherit what is blocked.
    public static func stream() -> AsyncStream<ProcessSignal> {
        signal(SIGPIPE, SIG_IGN)
        var waited = sigset_t()
        unsafe sigemptyset(&waited)
        for number in ProcessSignal.allCases { unsafe sigaddset(&waited, number.rawValue) }
        unsafe pthread_sigmask(SIG_BLOCK, &waited, nil)
        let (stream, continuation) = AsyncStream.makeStream(of: ProcessSignal.self)
        let set = waited
        _ = Thread.start {
            while true {
                var copy = set
                var number: Int32 = 0
                guard unsafe sigwait(&copy, &number) == 0 else { continue }
                if let signal = ProcessSignal(rawValue: number) { continuation.yield(signal) }
            }
        }
        return stream
    }

    /// SIGPIPE is ignored: a reader that went away shows as a failed write.
    public static func ignorePipe() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Ends the process at once with a status, without any further work.
    public static func exitNow(_ status: Int32) -> Never {
        _exit(status)
    }
}
