internal import FeedModel

/// Names of state files: readable, and safe whatever users and publishers call things.
enum FileName {
    /// `<slug>-<hash>`: at most 40 letters, digits and dashes of `text`, and the hash of `identity`.
    static func make(_ text: String, hashing identity: String) -> String {
        var bytes: [UInt8] = []
        append(slug: text.utf8.span, to: &bytes)
        bytes.append(0x2D)
        StableHash.appendHex(StableHash.of(identity), to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends lower-case ASCII letters and digits, everything else as single dashes; `feed` when nothing is left.
    static func append(slug text: Span<UInt8>, to bytes: inout [UInt8]) {
        let start = bytes.count
        var at = 0
        while at < text.count, bytes.count < start + 40 {
            let byte = text[at]
            at += 1
            if (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) {
                bytes.append(byte < 0x41 ? byte : byte | 0x20)
            } else if bytes.count > start, bytes.last != 0x2D {
                bytes.append(0x2D)
            }
        }
        while bytes.count > start, bytes.last == 0x2D { bytes.removeLast() }
        if bytes.count == start { bytes.append(contentsOf: "feed".utf8) }
    }

    /// The hash in a marker's file name: sixteen hexadecimal digits before `.json`; nil for foreign files.
    static func hash(in name: String) -> UInt64? {
        let bytes = name.utf8.span
        let start = bytes.count - 21
        guard start >= 1, name.hasSuffix(".json"), bytes[start - 1] == 0x2D else { return nil }
        var hash: UInt64 = 0
        for at in start..<(start + 16) {
            switch bytes[at] {
            case 0x30...0x39: hash = hash << 4 | UInt64(bytes[at] - 0x30)
            case 0x61...0x66: hash = hash << 4 | UInt64(bytes[at] - 0x61 + 10)
            default: return nil
            }
        }
        return hash
    }
}
