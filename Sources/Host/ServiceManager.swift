internal import Glibc

/// Messages to systemd over `$NOTIFY_SOCKET`, see sd_notify(3); without the variable nothing is sent.
public struct ServiceManager: Sendable {
    private let address: [UInt8]?
    /// How often `WATCHDOG=1` is due: half of `$WATCHDOG_USEC`; nil where no watchdog is set for this process.
    public let watchdogInterval: Duration?

    /// Reads `$NOTIFY_SOCKET`, `$WATCHDOG_USEC` and `$WATCHDOG_PID`.
    public init() {
        self.init(
            socket: Environment.nonEmpty("NOTIFY_SOCKET"),
            watchdogMicroseconds: Environment.nonEmpty("WATCHDOG_USEC"),
            watchdogProcess: Environment.nonEmpty("WATCHDOG_PID"))
    }

    init(socket: String?, watchdogMicroseconds: String?, watchdogProcess: String?) {
        // "@" stands for the NUL byte of an abstract address.
        address = socket.flatMap { text in
            let bytes = Array(text.utf8)
            guard let first = bytes.first, first == 0x2F || first == 0x40, bytes.count < 108 else {
                return nil
            }
            return first == 0x40 ? [0] + bytes.dropFirst() : bytes
        }
        let isOurs = watchdogProcess.map { Int32($0) == getpid() } ?? true
        watchdogInterval = watchdogMicroseconds.flatMap(Int64.init).flatMap {
            isOurs && $0 > 0 ? .microseconds($0 / 2) : nil
        }
    }

    public var isPresent: Bool { address != nil }

    /// Sends one message of `NAME=value` lines; a manager that does not listen is passed over.
    public func notify(_ lines: String...) {
        guard let address else { return }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &target.sun_path) { unsafe $0.copyBytes(from: address) }
        let message = Array(lines.joined(separator: "\n").utf8)
        let length = socklen_t(MemoryLayout<sa_family_t>.size + address.count)
        unsafe withUnsafePointer(to: &target) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = unsafe sendto(descriptor, message, message.count, Int32(MSG_NOSIGNAL), pointer, length)
            }
        }
    }
}
