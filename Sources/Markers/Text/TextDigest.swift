/// A similarity digest of a text: alike texts differ in few of its 64 bits, unlike ones in about half.
///
/// Charikar's simhash over runs of three words, of the first ``longest`` words (Charikar, "Similarity estimation
/// techniques from rounding algorithms", 2002). Digests are stored, so the method must never change.
struct TextDigest: Hashable {
    var simhash: UInt64
    /// Words taken in.
    var words: Int

    /// Words looked at: what an article is about shows early, and long ones must not cost more.
    static let longest = 160
    /// Bytes of plain text looked at, and an eighth of the bytes with markup.
    static let longestText = 2048
    /// Texts with fewer words than this are too short for their similarity to mean much.
    static let telling = 12

    /// The digest of a text that may hold markup.
    init(_ text: String) {
        let whole = text.utf8.span
        let isLong = whole.count / 8 > Self.longestText
        self.init(isLong ? whole.extracting(0..<8 * Self.longestText) : whole)
    }

    /// Reads eight bytes at a time: ASCII words and what parts them first, all else apart.
    private init(_ bytes: Span<UInt8>) {
        var runs = WordRuns()
        var marks = MarkupPlace(limit: Self.longestText)
        var at = 0
        while at < bytes.count {
            let eight = EightBytes(bytes, at)
            let letters = eight.letters
            if letters > 0 {
                runs.extend(by: eight.folded, count: letters)
                at += letters
                if letters == 8 || at == bytes.count { continue }
            }
            let byte = eight[letters]
            if byte < 0x80, byte != 0x3C, byte != 0x26 {
                runs.close()
                at += 1
            } else if byte >= 0x80 {
                at += runs.take(EightBytes(bytes, at).value, room: bytes.count - at)
            } else {
                marks.at = at
                guard let scalar = marks.next(bytes) else { break }
                _ = runs.take(UTF8.packed(scalar), room: 4)
                at = marks.at
            }
            if runs.count == Self.longest { break }
        }
        runs.close()
        simhash = runs.simhash
        words = runs.count
    }
}
