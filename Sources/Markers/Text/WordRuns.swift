/// Puts words together byte by byte, and the digest of each run of three of them.
struct WordRuns {
    /// Whole words so far.
    private(set) var count = 0
    private var sums = BitSums()
    private var hash = Words.seed
    private var isInWord = false
    private var last: UInt64 = 0
    private var beforeLast: UInt64 = 0

    /// Lengthens the word at hand by one to eight bytes, the first one lowest.
    @inline(__always)
    mutating func extend(by bytes: UInt64, count: Int) {
        isInWord = true
        // No loop to the count, as guessing its end wrongly costs more: eight steps, those too many undone before.
        let bytes = bytes &<< UInt64(64 &- 8 &* count)
        var hash = hash &* Words.undoing[8 &- count]
        for place in 0..<8 { hash = (hash ^ (bytes &>> UInt64(8 &* place) & 0xFF)) &* Words.prime }
        self.hash = hash
    }

    /// Ends the word at hand, if there is one.
    @inline(__always)
    mutating func close() {
        guard isInWord else { return }
        isInWord = false
        add(hash)
        hash = Words.seed
    }

    /// Takes in one character of UTF-8, its first byte lowest, and returns its length in bytes.
    ///
    /// - Parameter room: the bytes up to the end, which may cut the character.
    mutating func take(_ bytes: UInt64, room: Int) -> Int {
        let (kind, length) = Words.classify(
            UInt8(truncatingIfNeeded: bytes), UInt8(truncatingIfNeeded: bytes >> 8))
        switch kind {
        case .letter: extend(by: bytes, count: min(length, room))
        case .upper: extend(by: bytes | 0x20, count: 1)
        case .gap: close()
        case .single:
            close()
            guard count < TextDigest.longest else { break }
            extend(by: bytes, count: min(length, room))
            close()
        }
        return length
    }

    @inline(__always)
    private mutating func add(_ word: UInt64) {
        count += 1
        if count >= 3 { sums.add(Self.mix(beforeLast, last, word)) }
        beforeLast = last
        last = word
    }

    /// The digest of all words.
    var simhash: UInt64 {
        guard (1...2).contains(count) else { return sums.majority }
        return Self.mix(0, beforeLast, last)
    }

    @inline(__always)
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
