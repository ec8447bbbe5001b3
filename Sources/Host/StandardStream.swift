internal import CLinux
internal import Glibc
internal import Synchronization

/// Standard output and standard error, written at once and whole.
public enum StandardStream: Int32, Sendable {
    case output = 1
    case errors = 2

    private static let lock = Mutex<Void>(())

    /// Fills the places of standard streams that the caller closed; to be called before any file is opened.
    ///
    /// That file would get one of their numbers, and be written into as if it were the stream. What is put there
    /// cannot be written to.
    public static func fillClosed() {
        for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
            // The lowest number that is free is this one.
            _ = unsafe open("/dev/null", O_RDONLY)
        }
    }

    /// Writes all bytes; lines of several threads do not mix.
    public func write(_ bytes: [UInt8]) throws(HostError) {
        try Self.lock.withLock { _ throws(HostError) in
            var done = 0
            while done < bytes.count {
                let count = unsafe bytes.withUnsafeBytes { buffer in
                    unsafe Glibc.write(rawValue, buffer.from(done), buffer.count - done)
                }
                if count >= 0 {
                    done += count
                } else if errno == EAGAIN {
                    var file = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
                    _ = unsafe poll(&file, 1, 1000)
                } else if errno != EINTR {
                    throw HostError(
                        "write to", path: self == .output ? "standard output" : "standard error", code: errno)
                }
            }
        }
    }

    /// Writes a line; a stream that is gone is passed over, and remembered in ``failure``.
    public func writeLine(_ text: String) {
        do {
            try write(Array(text.utf8) + [0x0A])
        } catch {
            // A reader that has read enough is no failure.
            if error.code != EPIPE { Self.failures.withLock { $0[rawValue] = error } }
        }
    }

    private static let failures = Mutex<[Int32: HostError]>([:])

    /// Why a line could not be written; nil where all could, or the reader went away.
    public var failure: HostError? { Self.failures.withLock { $0[rawValue] } }

    public var isTerminal: Bool { isatty(rawValue) == 1 }

    /// The terminal's width in columns; nil where it is none.
    public var columns: Int? {
        let columns = feedherald_terminal_columns(rawValue)
        return columns > 0 ? Int(columns) : nil
    }
}
