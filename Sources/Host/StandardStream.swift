internal import CLinux
internal import Glibc
internal import Synchronization

/// Standard output and standard error, written at once and whole.
public enum StandardStream: Int32, Sendable {
    case output = 1
    case errors = 2

    private static let lock = Mutex<Void>(())

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

    /// Writes a line; a stream that is gone is passed over.
    public func writeLine(_ text: String) {
        try? write(Array(text.utf8) + [0x0A])
    }

    public var isTerminal: Bool { isatty(rawValue) == 1 }

    /// The terminal's width in columns; nil where it is none.
    public var columns: Int? {
        let columns = feedherald_terminal_columns(rawValue)
        return columns > 0 ? Int(columns) : nil
    }
}
