/// Whether a numeric address belongs to the public internet.
///
/// Private are all addresses of the IANA special-purpose registries that are not globally reachable (RFC 6890), loopback,
/// link-local and multicast among them, also when an IPv6 address only wraps an IPv4 one.
enum AddressZone {
    case open
    case closed

    /// The zone of 4 or 16 address bytes; other counts are closed.
    static func of(_ bytes: some Collection<UInt8>) -> AddressZone {
        let bytes = Array(bytes)
        switch bytes.count {
        case 4: return isClosed4(bytes) ? .closed : .open
        case 16: return isClosed6(bytes) ? .closed : .open
        default: return .closed
        }
    }

    private static func isClosed4(_ a: [UInt8]) -> Bool {
        switch (a[0], a[1], a[2]) {
        case (0, _, _), (10, _, _), (127, _, _), (224..., _, _): true
        case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _): true
        case (192, 0, 0), (192, 0, 2), (198, 18...19, _), (198, 51, 100), (203, 0, 113): true
        default: false
        }
    }

    private static func isClosed6(_ a: [UInt8]) -> Bool {
        let isZero = { (range: Range<Int>) in a[range].allSatisfy { $0 == 0 } }
        // ::ffff:0:0/96
        if isZero(0..<10), a[10] == 0xFF, a[11] == 0xFF { return isClosed4(Array(a[12...])) }
        if isZero(0..<12) { return true }  // ::, ::1 and the old IPv4-compatible ones
        if a[0] == 0, a[1] == 0x64, a[2] == 0xFF, a[3] == 0x9B {  // 64:ff9b::/96 and 64:ff9b:1::/48
            return isZero(4..<12) ? isClosed4(Array(a[12...])) : true
        }
        if a[0] == 0x20, a[1] == 0x02 { return isClosed4(Array(a[2..<6])) }  // 6to4
        if a[0] == 0x20, a[1] == 0x01, a[2] == 0, a[3] == 0 { return true }  // Teredo
        if a[0] == 0x20, a[1] == 0x01, a[2] == 0x0D, a[3] == 0xB8 { return true }  // documentation
        return a[0] & 0xE0 != 0x20  // only 2000::/3 is given out
    }
}
