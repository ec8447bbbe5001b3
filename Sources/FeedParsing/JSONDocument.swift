import FeedModel
import XMLTree

/// JSON found in bytes that do not say what they are.
struct JSONDocument {
    var value: JSONValue?
    /// Whether it was JSON as RFC 8259 has it.
    var isWellFormed: Bool

    /// The document when its first character is that of a JSON object or list; nil for anything else.
    static func find(_ bytes: [UInt8], contentType: String?) -> JSONDocument? {
        guard startsLikeJSON(bytes) else { return nil }
        let text = DecodedBytes.utf8(bytes, contentType: contentType)
        if let value = try? JSONReader.read(text) { return JSONDocument(value: value, isWellFormed: true) }
        if let value = try? JSONReader.read(JSONRepair.run(text), lenient: true) {
            return JSONDocument(value: value, isWellFormed: false)
        }
        return JSONDocument(value: nil, isWellFormed: false)
    }

    private static func startsLikeJSON(_ bytes: [UInt8]) -> Bool {
        for byte in bytes.prefix(4096) {
            switch byte {
            case 0, 0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF: continue
            case 0x7B, 0x5B: return true
            default: return false
            }
        }
        return false
    }
}

/// Makes JSON that was cut off or holds raw control characters readable.
enum JSONRepair {
    /// The text with control characters in strings escaped; one that ends too soon is closed behind its last value.
    static func run(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count + 64)
        var closers: [UInt8] = []
        /// The length of `out` and the open brackets behind the last complete item.
        var sound = (count: 0, closers: [UInt8]())
        var isInString = false
        var isEscaped = false
        for byte in bytes {
            if isInString {
                if byte < 0x20 {
                    out.append(
                        contentsOf: byte == 0x0A ? [0x5C, 0x6E] : byte == 0x09 ? [0x5C, 0x74] : [0x20])
                    continue
                }
                if isEscaped {
                    isEscaped = false
                } else if byte == 0x5C {
                    isEscaped = true
                } else if byte == 0x22 {
                    isInString = false
                }
                out.append(byte)
                continue
            }
            switch byte {
            case 0x22: isInString = true
            case 0x7B: closers.append(0x7D)
            case 0x5B: closers.append(0x5D)
            case 0x7D, 0x5D: if closers.last == byte { closers.removeLast() }
            case 0x2C: sound = (out.count, closers)
            default: break
            }
            out.append(byte)
        }
        guard !closers.isEmpty else { return out }
        out.removeLast(out.count - sound.count)
        return out + sound.closers.reversed()
    }
}
