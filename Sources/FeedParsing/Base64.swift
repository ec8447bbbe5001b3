/// Base64 of texts in old feeds (RFC 4648 §4), white space passed over.
enum Base64 {
    /// The text that was encoded; nil when it is no Base64, or no UTF-8 comes out.
    static func decode(_ text: String) -> String? {
        var bytes: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        for byte in text.utf8 where byte > 0x20 && byte != 0x3D {
            guard let value = value(of: byte) else { return nil }
            buffer = buffer << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
    }

    private static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case 0x41...0x5A: byte - 0x41
        case 0x61...0x7A: byte - 0x61 + 26
        case 0x30...0x39: byte - 0x30 + 52
        case 0x2B: 62
        case 0x2F: 63
        default: nil
        }
    }
}
