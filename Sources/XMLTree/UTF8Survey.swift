/// How far bytes are UTF-8.
struct UTF8Survey {
    /// Well-formed sequences of two to four bytes.
    var sequences = 0
    /// Bytes that belong to no well-formed sequence.
    var strays = 0

    var isValid: Bool { strays == 0 }
    /// Stray bytes in text that is UTF-8 otherwise: replacing them loses less than calling all of it windows-1252.
    ///
    /// Text in other encodings hardly holds such a sequence by chance, so that each outweighs three strays.
    var looksLikeUTF8: Bool { sequences > 0 && sequences * 3 >= strays }

    static func of(_ bytes: Span<UInt8>) -> UTF8Survey {
        var survey = UTF8Survey()
        var at = 0
        let end = bytes.count
        while at < end {
            at = bytes.firstHighByte(from: at)
            // Runs of one script stay in this loop.
            while at < end, bytes[at] >= 0x80 {
                let length = sequence(bytes, at)
                if length == 0 {
                    survey.strays += 1
                    at += 1
                } else {
                    survey.sequences += 1
                    at += length
                }
            }
        }
        return survey
    }

    /// The length of the well-formed sequence at a place (Unicode table 3-7), 0 when there is none.
    static func sequence(_ bytes: Span<UInt8>, _ at: Int) -> Int {
        let lead = bytes[at]
        let rest = bytes.count - at
        func isTail(_ offset: Int) -> Bool { bytes[at + offset] & 0xC0 == 0x80 }
        switch lead {
        case 0xC2...0xDF: return rest >= 2 && isTail(1) ? 2 : 0
        case 0xE0...0xEF:
            guard rest >= 3, isTail(1), isTail(2) else { return 0 }
            let second = bytes[at + 1]
            return (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second >= 0xA0) ? 0 : 3
        case 0xF0...0xF4:
            guard rest >= 4, isTail(1), isTail(2), isTail(3) else { return 0 }
            let second = bytes[at + 1]
            return (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second >= 0x90) ? 0 : 4
        default: return 0
        }
    }
}

extension Span<UInt8> {
    /// The first place at or after an index, and before another one where that is given, with a byte of 0x80 and
    /// above; that other place or the end when there is none.
    func firstHighByte(from start: Int, to limit: Int? = nil) -> Int {
        let end = limit ?? count
        var at = start
        unsafe withUnsafeBytes { buffer in
            while at + 32 <= end {
                let bytes = unsafe buffer.loadUnaligned(fromByteOffset: at, as: SIMD4<UInt64>.self)
                let words = bytes & SIMD4(repeating: 0x8080_8080_8080_8080)
                if words != SIMD4() { break }
                at += 32
            }
        }
        while at < end, self[at] < 0x80 { at += 1 }
        return at
    }
}
