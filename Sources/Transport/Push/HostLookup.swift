import CCurl
import CNGHTTP2
import COpenSSL
import Glibc
import Synchronization

/// One address of a host, ready for `connect`.
struct HostAddress: Sendable {
    var family: Int32
    var bytes: [UInt8]
}

/// Looks up host names, uncached and bounded in time.
final class HostLookup: Sendable {
    private let result = Mutex<Result<[HostAddress], PushError>?>(nil)
    private let done = WakeUp()

    /// All addresses of the host, in the system's order of preference.
    ///
    /// The system's lookup cannot be interrupted: it runs on a thread that is left behind when time is up.
    static func addresses(
        of host: String, port: UInt16, until: ContinuousClock.Instant
    ) throws(PushError) -> [HostAddress] {
        let lookup = HostLookup()
        guard PushThread.start({ lookup.run(host, port) }) else {
            throw .unresolved("no thread for looking up \(host)")
        }
        while ContinuousClock.now < until {
            _ = Poll.wait(lookup.done.descriptor, Int16(POLLIN), until: until)
            if let result = lookup.result.withLock({ $0 }) { return try result.get() }
        }
        throw .unresolved("looking up \(host) took too long")
    }

    private func run(_ host: String, _ port: UInt16) {
        let found = Self.lookUp(host, port)
        result.withLock { $0 = found }
        done.signal()
    }

    private static func lookUp(_ host: String, _ port: UInt16) -> Result<[HostAddress], PushError> {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = PushSocket.streamType
        unsafe hints.ai_flags = AI_ADDRCONFIG | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(host, String(port), &hints, &list)
        defer { if unsafe list != nil { unsafe freeaddrinfo(list) } }
        guard code == 0 else {
            let why = unsafe String(cString: gai_strerror(code))
            return .failure(.unresolved("\(host) could not be resolved: \(why)"))
        }
        var addresses: [HostAddress] = []
        var next = unsafe list
        while let item = unsafe next {
            let bytes = unsafe UnsafeRawBufferPointer(
                start: item.pointee.ai_addr, count: Int(item.pointee.ai_addrlen))
            unsafe addresses.append(HostAddress(family: item.pointee.ai_family, bytes: Array(bytes)))
            unsafe next = item.pointee.ai_next
        }
        return .success(addresses)
    }
}
