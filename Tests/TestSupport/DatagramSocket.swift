import Glibc

/// A Unix datagram socket that keeps what it is sent, as a service manager does.
public final class DatagramSocket: Sendable {
    public let path: String
    private let descriptor: CInt

    /// Binds a socket at a path of at most 107 bytes.
    public init?(_ path: String) {
        self.path = path
        descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard descriptor >= 0, bytes.count < 108 else { return nil }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let bound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }

    /// The next message; nil when none comes in time.
    public func receive(within limit: Duration = .seconds(30)) -> String? {
        var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&file, 1, CInt(limit / .milliseconds(1))) > 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
    }

    /// The next message with a line that begins so; others are passed over.
    public func receive(lineOf start: String) -> String? {
        for _ in 0..<1000 {
            guard let message = receive() else { return nil }
            if message.split(separator: "\n").contains(where: { $0.hasPrefix(start) }) { return message }
        }
        return nil
    }
}
