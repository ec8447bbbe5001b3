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
    /// Bytes of plain text looked at.
    static let longestText = 2048
    /// Texts with fewer words than this are too short for their similarity to mean much.
    static let telling = 12

    /// The digest of a text that may hold markup.
    init(_ text: String) {
        if text.utf8.count > Self.longestText, let digest = Self(text, limit: Self.usualText) {
            self = digest
        } else {
            self = Self(text, limit: Self.longestText) ?? Self(simhash: 0, words: 0)
        }
    }

    /// Most texts have their first ``longest`` words in so many bytes.
    private static let usualText = 1150
    /// The last bytes of a cut text may read otherwise in the whole one: half an entity, a tag without its end.
    private static let uncertain = 16

    /// The digest of some bytes of plain text; nil if it could be another with more of them.
    private init?(_ text: String, limit: Int) {
        let bytes = Markup.plain(text, limit: limit, reach: Self.longestText)
        let certain = limit < Self.longestText ? bytes.count - Self.uncertain : bytes.count
        var sums = BitSums()
        var words = 0
        var last: UInt64 = 0
        var beforeLast: UInt64 = 0
        var end = 0
        Words.scan(bytes.span) { range, hash in
            words += 1
            if words >= 3 { sums.add(Self.mix(beforeLast, last, hash)) }
            beforeLast = last
            last = hash
            end = range.upperBound
            return words < Self.longest
        }
        if limit < Self.longestText, words < Self.longest || end > certain { return nil }
        if (1...2).contains(words) { sums.add(Self.mix(0, beforeLast, last)) }
        simhash = sums.majority
        self.words = words
    }

    private static func mix(_ first: UInt64, _ second: UInt64, _ third: UInt64) -> UInt64 {
        var hash = first &* 0x9E37_79B9_7F4A_7C15
        hash = (hash ^ second) &* 0xBF58_476D_1CE4_E5B9
        hash ^= hash >> 29
        hash = (hash ^ third) &* 0x94D0_49BB_1331_11EB
        hash ^= hash >> 32
        hash &*= 0x9E37_79B9_7F4A_7C15
        return hash ^ hash >> 29
    }
}

/// Counts, for each of 64 bits, in how many words it is set: eight bits side by side in one 64-bit lane.
private struct BitSums {
    private var lanes = SIMD8<UInt64>(repeating: 0)
    private let table = Self.spread
    private var inLanes = 0
    private var totals = [Int](repeating: 0, count: 64)
    private var count = 0

    /// Each bit of a byte in a byte of its own.
    private static let spread: [UInt64] = (0..<256).map { byte in
        var lanes: UInt64 = 0
        for bit in 0..<8 where byte >> bit & 1 == 1 { lanes |= 1 << UInt64(8 * bit) }
        return lanes
    }

    mutating func add(_ hash: UInt64) {
        func spread(_ lane: UInt64) -> UInt64 { table[Int(truncatingIfNeeded: hash >> (8 &* lane)) & 0xFF] }
        lanes &+= SIMD8(
            spread(0), spread(1), spread(2), spread(3), spread(4), spread(5), spread(6), spread(7))
        count += 1
        inLanes += 1
        if inLanes == 255 { flush() }
    }

    private mutating func flush() {
        for lane in 0..<8 {
            for bit in 0..<8 { totals[8 * lane + bit] += Int(lanes[lane] >> UInt64(8 * bit) & 0xFF) }
        }
        lanes = SIMD8(repeating: 0)
        inLanes = 0
    }

    /// The bits that are set more often than not.
    var majority: UInt64 {
        var done = self
        done.flush()
        var bits: UInt64 = 0
        for bit in 0..<64 where done.totals[bit] * 2 > count { bits |= 1 << UInt64(bit) }
        return bits
    }
}
