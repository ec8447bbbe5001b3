internal import FeedModel

/// Names of state files: readable, and safe whatever users and publishers call things.
enum FileName {
    /// `<slug>-<hash>`: at most 40 letters, digits and dashes of `text`, and the hash of `identity`.
    static func make(_ text: String, hashing identity: String) -> String {
        slug(text.utf8) + "-" + StableHash.hex(StableHash.of(identity))
    }

    /// Lower-case ASCII letters and digits, everything else as single dashes; `feed` when nothing is left.
    static func slug(_ text: some Sequence<UInt8>) -> String {
        var bytes: [UInt8] = []
        append(slug: text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the ``slug(_:)`` of `text`.
    static func append(slug text: some Sequence<UInt8>, to bytes: inout [UInt8]) {
        let start = bytes.count
        for byte in text {
            guard bytes.count < start + 40 else { break }
            switch byte {
            case 0x30...0x39, 0x61...0x7A: bytes.append(byte)
            case 0x41...0x5A: bytes.append(byte | 0x20)
            default: if bytes.count > start, bytes.last != 0x2D { bytes.append(0x2D) }
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
