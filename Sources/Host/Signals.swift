internal import CLinux
internal import Glibc
internal import Synchronization

/// The signals a program answers to.
public enum ProcessSignal: Int32, Sendable, CaseIterable {
    case terminate = 15
    case interrupt = 2
    case hangUp = 1
    case user1 = 10
    /// SIGURG: a command asks for the state. Who does not know it passes it over, so that a stale id harms nobody.
    case urgent = 23
}

/// Turns signals into a stream of values; SIGPIPE is ignored from then on.
public enum Signals {
    /// Takes over the signals of the process and delivers each as a value, from a thread that waits for them.
    public static func stream() -> AsyncStream<ProcessSignal> {
        ignorePipe()
        let (stream, continuation) = AsyncStream.makeStream(of: ProcessSignal.self)
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return stream }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (reader, writer) = (ends[0], ends[1])
        // A full pipe must not hold up the handler.
        _ = fcntl(writer, F_SETFL, fcntl(writer, F_GETFL) | O_NONBLOCK)
        for signal in ProcessSignal.allCases { feedherald_catch_signal(signal.rawValue, writer) }
        _ = Thread.start {
            var number: UInt8 = 0
            while true {
                guard unsafe read(reader, &number, 1) == 1 else { continue }
                if let signal = ProcessSignal(rawValue: Int32(number)) { continuation.yield(signal) }
            }
        }
        return stream
    }

    /// SIGPIPE is ignored: a reader that went away shows as a failed write.
    public static func ignorePipe() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Sends a signal to a process; false where there is none or it is another user's.
    @discardableResult
    public static func send(_ signal: ProcessSignal, to process: Int) -> Bool {
        guard let id = Int32(exactly: process), id > 0 else { return false }
        return kill(id, signal.rawValue) == 0
    }

    /// Ends the process at once with a status, and its children with it.
    public static func exitNow(_ status: Int32) -> Never {
        ChildGroups.shared.kill()
        _exit(status)
    }
}
