/// Base 64 (RFC 4648): the standard alphabet with padding and the URL-safe one without.
public enum Base64 {
    private static let standard = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let urlSafe = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The standard alphabet, padded with `=` (§4).
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        encode(bytes, standard, isPadded: true)
    }

    /// The URL-safe alphabet without padding (§5), as JWT wants it.
    public static func encodeURL(_ bytes: some Collection<UInt8>) -> String {
        encode(bytes, urlSafe, isPadded: false)
    }

    /// Reads both alphabets, padded or not, passing over white space; nil for anything else.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var result: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        var isPadding = false
        for byte in text.utf8 {
            if byte == 0x20 || (0x09...0x0D).contains(byte) { continue }
            if byte == 0x3D {
                isPadding = true
                continue
            }
            guard !isPadding, let value = value(of: byte) else { return nil }
            bits = bits << 6 | value
            count += 1
            guard count == 4 else { continue }
            result += [UInt8(bits >> 16 & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)]
            bits = 0
            count = 0
        }
        switch count {
        case 0: break
        case 2: result.append(UInt8(bits >> 4 & 0xFF))
        case 3: result += [UInt8(bits >> 10 & 0xFF), UInt8(bits >> 2 & 0xFF)]
        default: return nil
        }
        return result
    }

    private static func value(of byte: UInt8) -> UInt32? {
        switch byte {
        case 0x41...0x5A: UInt32(byte - 0x41)
        case 0x61...0x7A: UInt32(byte - 0x61 + 26)
        case 0x30...0x39: UInt32(byte - 0x30 + 52)
        case 0x2B, 0x2D: 62
        case 0x2F, 0x5F: 63
        default: nil
        }
    }

    private static func encode(
        _ bytes: some Collection<UInt8>, _ alphabet: [UInt8], isPadded: Bool
    ) -> String {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        var rest = Array(bytes)[...]
        while let first = rest.popFirst() {
            let second = rest.popFirst()
            let third = rest.popFirst()
            let bits = UInt32(first) << 16 | UInt32(second ?? 0) << 8 | UInt32(third ?? 0)
            result.append(alphabet[Int(bits >> 18)])
            result.append(alphabet[Int(bits >> 12 & 63)])
            if second != nil { result.append(alphabet[Int(bits >> 6 & 63)]) }
            if third != nil { result.append(alphabet[Int(bits & 63)]) }
        }
        if isPadded { while result.count % 4 != 0 { result.append(0x3D) } }
        return String(decoding: result, as: UTF8.self)
    }
}
