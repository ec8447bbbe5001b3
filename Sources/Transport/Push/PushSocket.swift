import CCurl
import CNGHTTP2
import COpenSSL
import Glibc

/// A connected TCP socket, non-blocking; closed with its owner.
final class PushSocket {
    let descriptor: Int32

    /// SOCK_STREAM by its number: several C modules bring the enumeration along, and none of them owns it.
    ///
    /// Linux gives SOCK_NONBLOCK and SOCK_CLOEXEC the values of O_NONBLOCK and O_CLOEXEC.
    static let streamType: Int32 = 1

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Connects to the first address that answers; each gets its share of the time that is left.
    static func connect(
        host: String, port: UInt16, until: ContinuousClock.Instant
    ) throws(PushError) -> PushSocket {
        let addresses = try HostLookup.addresses(of: host, port: port, until: until)
        var reason = "it has no address"
        for (place, address) in addresses.enumerated() {
            let left = ContinuousClock.now.duration(to: until)
            guard left > .zero else { break }
            let share = ContinuousClock.now + left / (addresses.count - place)
            switch attempt(address, until: share) {
            case .success(let socket): return socket
            case .failure(let code): reason = code.text
            }
        }
        throw .unreachable("\(host):\(port) could not be reached: \(reason)")
    }

    private struct Code: Error {
        var text: String
        init(_ code: Int32) { text = unsafe String(cString: strerror(code)) }
    }

    private static func attempt(
        _ address: HostAddress, until: ContinuousClock.Instant
    ) -> Result<PushSocket, Code> {
        let descriptor = socket(address.family, Self.streamType | O_NONBLOCK | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return .failure(Code(errno)) }
        let socket = PushSocket(descriptor)
        var on: Int32 = 1
        unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, 4)
        let code = unsafe address.bytes.withUnsafeBytes { bytes in
            guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
                return EINVAL
            }
            return unsafe Glibc.connect(descriptor, start, socklen_t(bytes.count)) == 0 ? 0 : errno
        }
        if code == 0 { return .success(socket) }
        guard code == EINPROGRESS else { return .failure(Code(code)) }
        while Poll.wait(descriptor, Int16(POLLOUT), until: until).first == 0 {
            guard ContinuousClock.now < until else { return .failure(Code(ETIMEDOUT)) }
        }
        var fault: Int32 = 0
        var size = socklen_t(4)
        unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &fault, &size)
        return fault == 0 ? .success(socket) : .failure(Code(fault))
    }
}
