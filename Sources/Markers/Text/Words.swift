/// Splits texts into words, the same way for titles and bodies.
///
/// A word is a run of letters and digits; ASCII is folded to lower case; every Chinese, Japanese or Korean
/// character is a word of its own, since those texts have no blanks. Punctuation and symbols part words.
enum Words {
    enum Class { case letter, upper, single, gap }

    /// Calls `word` with the byte range and hash of each word until it returns false.
    @inline(__always)
    static func scan(_ bytes: Span<UInt8>, _ word: (Range<Int>, UInt64) -> Bool) {
        var at = 0
        var start = -1
        var hash = seed
        while at < bytes.count {
            var byte = bytes[at]
            // Most of most texts: kept apart for speed.
            if byte &- 0x61 < 26 {
                if start < 0 { start = at }
                repeat {
                    hash = (hash ^ UInt64(byte)) &* prime
                    at += 1
                    guard at < bytes.count else { break }
                    byte = bytes[at]
                } while byte &- 0x61 < 26
                continue
            }
            let (kind, length) = classify(byte, at + 1 < bytes.count ? bytes[at + 1] : 0)
            if kind == .letter || kind == .upper {
                if start < 0 { start = at }
                for place in at..<min(at + length, bytes.count) {
                    hash = (hash ^ UInt64(kind == .upper ? byte | 0x20 : bytes[place])) &* prime
                }
            } else {
                if start >= 0 {
                    guard word(start..<at, hash) else { return }
                    start = -1
                    hash = seed
                }
                if kind == .single {
                    let end = min(at + length, bytes.count)
                    var own = seed
                    for place in at..<end { own = (own ^ UInt64(bytes[place])) &* prime }
                    guard word(at..<end, own) else { return }
                }
            }
            at += length
        }
        if start >= 0 { _ = word(start..<bytes.count, hash) }
    }

    /// FNV-1a's start and factor (Fowler, Noll, Vo): the hashes are stored, so they must never change.
    static let seed: UInt64 = 0xcbf2_9ce4_8422_2325
    static let prime: UInt64 = 0x0000_0100_0000_01b3
    /// The powers of the factor's inverse modulo 2^64, which undo so many multiplications.
    static let undoing: InlineArray<9, UInt64> = [
        1, 0xce96_5057_aff6_957b, 0x501d_877b_c9ac_6919, 0x9af1_53df_5408_0c03, 0xb10f_8d2c_a6bd_8471,
        0xba88_eb8d_eeba_674b, 0xf30a_275c_b8c0_4809, 0x3750_2627_0df5_d953, 0x48e2_54e7_5f5e_b9e1,
    ]

    /// What the first two bytes of a character say about it, and its length in bytes.
    static func classify(_ byte: UInt8, _ second: UInt8) -> (Class, Int) {
        switch byte {
        case 0x30...0x39, 0x61...0x7A: return (.letter, 1)
        case 0x41...0x5A: return (.upper, 1)
        case 0..<0x80: return (.gap, 1)
        // U+0080 to U+00BF: signs of Latin-1, the no-break space among them.
        case 0xC2: return (.gap, 2)
        case 0x80..<0xE0: return (.letter, byte < 0xC0 ? 1 : 2)
        // U+2000 to U+2FFF: dashes, quotation marks, symbols.
        case 0xE2: return (.gap, 3)
        case 0xE3 where second == 0x80: return (.gap, 3)
        case 0xE3...0xED: return (.single, 3)
        case 0xEF where (0xBC...0xBF).contains(second): return (.gap, 3)
        case 0xE0..<0xF0: return (.letter, 3)
        default: return (.single, 4)
        }
    }

    /// The words of a title in lower case with single blanks between; the title itself when it has no words.
    static func folded(_ title: String) -> String {
        let text = isASCII(title.utf8.span) ? foldedASCII(title.utf8.span) : foldedAny(title.lowercased())
        return text.isEmpty ? title : String(decoding: text, as: UTF8.self)
    }

    private static func isASCII(_ bytes: Span<UInt8>) -> Bool {
        stride(from: 0, to: bytes.count, by: 8).allSatisfy { EightBytes(bytes, $0).isASCII }
    }

    private static func foldedASCII(_ bytes: Span<UInt8>) -> [UInt8] {
        [UInt8](capacity: bytes.count) { text in
            var isInGap = false
            for at in 0..<bytes.count {
                let (kind, _) = classify(bytes[at], 0)
                if kind == .gap {
                    isInGap = true
                    continue
                }
                if isInGap, !text.isEmpty { text.append(0x20) }
                isInGap = false
                text.append(kind == .upper ? bytes[at] | 0x20 : bytes[at])
            }
        }
    }

    private static func foldedAny(_ title: String) -> [UInt8] {
        let bytes = Array(title.utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        scan(bytes.span) { range, _ in
            if !text.isEmpty { text.append(0x20) }
            for byte in bytes[range] { text.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) }
            return true
        }
        return text
    }

    /// At most 96 bytes of a folded title, cut between words where there are any: what a record keeps of it.
    static func cut(_ folded: String) -> String {
        let longest = 96
        guard folded.utf8.count > longest else { return folded }
        var end = folded.utf8.index(folded.utf8.startIndex, offsetBy: longest)
        while folded.unicodeScalars.index(before: folded.unicodeScalars.index(after: end)) != end {
            end = folded.utf8.index(before: end)
        }
        let head = folded[..<end]
        return String(head.lastIndex(of: " ").map { head[..<$0] } ?? head)
    }

    /// How alike two folded titles are, 0 to 1: twice the words they share over all their words (Dice).
    static func likeness(_ left: String, _ right: String) -> Double {
        if left == right { return 1 }
        var counts: [Substring: Int] = [:]
        let first = left.split(separator: " ")
        let second = right.split(separator: " ")
        for word in first { counts[word, default: 0] += 1 }
        var common = 0
        for word in second {
            guard let count = counts[word], count > 0 else { continue }
            counts[word] = count - 1
            common += 1
        }
        return first.isEmpty && second.isEmpty ? 1 : Double(2 * common) / Double(first.count + second.count)
    }

    /// The runs of digits in a folded title, in order.
    static func numbers(_ folded: String) -> [Substring] {
        folded.split { !("0"..."9").contains($0) }
    }
}
