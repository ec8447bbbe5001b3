import CNGHTTP2
import COpenSSL
import Glibc

/// Sockets on loopback, for the servers of tests.
public enum LoopbackSocket {
    /// Listens on a free port of a loopback address.
    public static func listen(on address: String) -> (descriptor: CInt, port: Int)? {
        let isSix = address.contains(":")
        let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(isSix ? AF_INET6 : AF_INET, type, 0)
        guard descriptor >= 0 else { return nil }
        guard isSix ? bind6(descriptor, address) : bind4(descriptor, address),
            Glibc.listen(descriptor, 512) == 0,
            let port = port(of: descriptor)
        else {
            Self.close(descriptor)
            return nil
        }
        return (descriptor, port)
    }

    /// Takes a free port of 127.0.0.1 without listening on it.
    static func hold() -> (descriptor: CInt, port: Int)? {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        guard bind4(descriptor, "127.0.0.1"), let port = port(of: descriptor) else {
            Self.close(descriptor)
            return nil
        }
        return (descriptor, port)
    }

    /// Closes a descriptor.
    public static func close(_ descriptor: CInt) { _ = Glibc.close(descriptor) }

    /// A port that nobody listens on just now.
    public static func freePort() -> Int? {
        guard let (descriptor, port) = listen(on: "127.0.0.1") else { return nil }
        Self.close(descriptor)
        return port
    }

    /// Whether somebody listens on a port of 127.0.0.1.
    public static func isAnswering(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = in_port_t(UInt16(clamping: port).bigEndian)
        guard unsafe inet_pton(AF_INET, "127.0.0.1", &name.sin_addr) == 1 else { return false }
        return unsafe withUnsafePointer(to: &name) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    /// Sends all bytes; false when the other side is gone.
    public static func send(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Waits; false when the other side goes before the time is over.
    public static func wait(_ pause: Duration, whileOpen descriptor: CInt) -> Bool {
        let end = ContinuousClock.now + pause
        while true {
            let left = ContinuousClock.now.duration(to: end)
            guard left > .zero else { return true }
            var entry = pollfd(fd: descriptor, events: Int16(0x2000), revents: 0)  // POLLRDHUP
            let milliseconds =
                left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
            if unsafe poll(&entry, 1, CInt(clamping: milliseconds + 1)) > 0 { return false }
        }
    }

    private static func bind4(_ descriptor: CInt, _ address: String) -> Bool {
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        guard unsafe inet_pton(AF_INET, address, &name.sin_addr) == 1 else { return false }
        return unsafe withUnsafePointer(to: &name) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func bind6(_ descriptor: CInt, _ address: String) -> Bool {
        var name = sockaddr_in6()
        name.sin6_family = sa_family_t(AF_INET6)
        guard unsafe inet_pton(AF_INET6, address, &name.sin6_addr) == 1 else { return false }
        return unsafe withUnsafePointer(to: &name) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
            }
        }
    }

    private static func port(of descriptor: CInt) -> Int? {
        var name = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let code = unsafe withUnsafeMutablePointer(to: &name) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &size)
            }
        }
        // The port lies at the same place in both families.
        return code == 0 ? Int(UInt16(bigEndian: name.sin6_port)) : nil
    }
}

/// Runs a closure on a thread of its own, which nobody waits for.
func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let box = unsafe Unmanaged.passRetained(Box(body))
    var thread = pthread_t()
    let code = unsafe pthread_create(
        &thread, nil,
        { context in
            guard let context = unsafe context else { return nil }
            unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
            return nil
        }, box.toOpaque())
    if code == 0 { pthread_detach(thread) } else { unsafe box.release() }
}

/// A port of 127.0.0.1 that refuses connections for as long as this lives: nobody else can come to listen on it.
public final class DeadPort: Sendable {
    public let number: Int
    private let descriptor: CInt

    public init?() {
        guard let (descriptor, number) = LoopbackSocket.hold() else { return nil }
        self.number = number
        self.descriptor = descriptor
    }

    deinit { LoopbackSocket.close(descriptor) }
}
