internal import CCurl
internal import CNGHTTP2
internal import COpenSSL
internal import Glibc

extension AddressZone {
    /// The zone of a numeric address as text, with or without brackets and zone index; nil for names.
    ///
    /// The odd forms of IPv4 (`127.1`, `0x7f000001`) count too, as resolvers take them.
    static func of(numeric text: String) -> AddressZone? {
        var text = text[...]
        if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
        if let percent = text.firstIndex(of: "%") { text = text[..<percent] }
        let host = String(text)
        var six = in6_addr()
        if unsafe inet_pton(AF_INET6, host, &six) == 1 {
            return unsafe withUnsafeBytes(of: &six) { unsafe of(Array($0)) }
        }
        var four = in_addr()
        if unsafe inet_aton(host, &four) != 0 {
            return unsafe withUnsafeBytes(of: &four) { unsafe of(Array($0)) }
        }
        return host == "localhost" || host.hasSuffix(".localhost") ? .closed : nil
    }
}

/// A socket address as libcurl shows it to its callbacks.
struct SocketAddress {
    let bytes: [UInt8]
    let text: String

    /// Copies an IPv4 or IPv6 address out of libcurl's structure; nil for other families.
    init?(_ address: UnsafePointer<sockaddr>) {
        switch unsafe Int32(address.pointee.sa_family) {
        case AF_INET:
            bytes = unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                var inner = unsafe $0.pointee.sin_addr
                return unsafe withUnsafeBytes(of: &inner) { unsafe Array($0) }
            }
            text = bytes.map { String($0) }.joined(separator: ".")
        case AF_INET6:
            bytes = unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                var inner = unsafe $0.pointee.sin6_addr
                return unsafe withUnsafeBytes(of: &inner) { unsafe Array($0) }
            }
            var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            let copy = bytes
            unsafe inet_ntop(AF_INET6, copy, &buffer, socklen_t(buffer.count))
            text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        default:
            return nil
        }
    }
}

extension SocketAddress {
    /// The bytes of a numeric address as libcurl reports it; nil for anything else.
    static func bytes(of numeric: String) -> [UInt8]? {
        var six = in6_addr()
        var four = in_addr()
        if unsafe inet_pton(AF_INET, numeric, &four) == 1 {
            return unsafe withUnsafeBytes(of: &four) { unsafe Array($0) }
        }
        guard unsafe inet_pton(AF_INET6, numeric, &six) == 1 else { return nil }
        return unsafe withUnsafeBytes(of: &six) { unsafe Array($0) }
    }
}
