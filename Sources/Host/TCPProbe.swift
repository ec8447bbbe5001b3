internal import Glibc

/// Looks whether a TCP port answers.
public enum TCPProbe {
    /// Connects to the first address that answers, and lets go at once.
    ///
    /// - Returns: why nothing answers, in words; nil when something does.
    public static func problem(host: String, port: Int, timeout: Duration = .seconds(5)) async -> String? {
        await BackgroundThread.run { connect(host, port, timeout) }
    }

    private static func connect(_ host: String, _ port: Int, _ timeout: Duration) -> String? {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(host, String(port), &hints, &list)
        guard code == 0 else { return unsafe "\(host): \(String(cString: gai_strerror(code)))" }
        defer { unsafe freeaddrinfo(list) }
        var reason = "\(host) has no address"
        var next = unsafe list
        while let address = unsafe next {
            guard let failure = unsafe attempt(address.pointee, timeout) else { return nil }
            reason = "\(host) port \(port): \(failure.reason)"
            unsafe next = address.pointee.ai_next
        }
        return reason
    }

    private static func attempt(_ address: addrinfo, _ timeout: Duration) -> HostError? {
        let kind = unsafe address.ai_socktype | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = unsafe socket(address.ai_family, kind, 0)
        guard descriptor >= 0 else { return HostError("connect", code: errno) }
        defer { close(descriptor) }
        if unsafe Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return nil }
        guard errno == EINPROGRESS else { return HostError("connect", code: errno) }
        var file = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        let wait = Int32(clamping: timeout.components.seconds * 1000)
        guard unsafe poll(&file, 1, wait) > 0 else { return HostError("connect", code: ETIMEDOUT) }
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
        return code == 0 ? nil : HostError("connect", code: code)
    }
}
