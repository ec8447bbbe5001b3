internal import FeedModel

/// Names of state files: readable, and safe whatever users and publishers call things.
enum FileName {
    /// `<slug>-<hash>`: at most 40 letters, digits and dashes of `text`, and the hash of `identity`.
    static func make(_ text: String, hashing identity: String) -> String {
        slug(text) + "-" + StableHash.hex(StableHash.of(identity))
    }

    /// Lower-case ASCII letters and digits, everything else as single dashes; `feed` when nothing is left.
    static func slug(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 where bytes.count < 40 {
            switch byte {
            case 0x30...0x39, 0x61...0x7A: bytes.append(byte)
            case 0x41...0x5A: bytes.append(byte | 0x20)
            default: if !bytes.isEmpty, bytes.last != 0x2D { bytes.append(0x2D) }
            }
        }
        while bytes.last == 0x2D { bytes.removeLast() }
        return bytes.isEmpty ? "feed" : String(decoding: bytes, as: UTF8.self)
    }

    /// The hash in a marker's file name: sixteen hexadecimal digits before `.json`; nil for foreign files.
    static func hash(in name: String) -> UInt64? {
        guard name.hasSuffix(".json") else { return nil }
        let stem = name.dropLast(5)
        guard let dash = stem.lastIndex(of: "-") else { return nil }
        let digits = stem[stem.index(after: dash)...]
        guard digits.utf8.count == 16,
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        return UInt64(digits, radix: 16)
    }
}
