/// Counts, for each of 64 bits, in how many of at most 255 words it is set.
///
/// The counts stand upright: the first plane has their lowest bits, the next one the bits above, and so on. Eight
/// words are added at once by a tree of adders (Harley and Seal; Warren, "Hacker's Delight", 2nd edition, §5-1).
struct BitSums {
    private var planes: InlineArray<8, UInt64> = .init(repeating: 0)
    private var waiting: InlineArray<8, UInt64> = .init(repeating: 0)
    private(set) var count = 0

    @inline(__always)
    mutating func add(_ word: UInt64) {
        waiting[count & 7] = word
        count &+= 1
        if count & 7 == 0 { addWaiting() }
    }

    private mutating func addWaiting() {
        let first = addToTwos(waiting[0], waiting[1], waiting[2], waiting[3])
        let second = addToTwos(waiting[4], waiting[5], waiting[6], waiting[7])
        var carry = Self.add(first, second, to: &planes[2])
        for plane in 3..<8 {
            let sum = planes[plane] ^ carry
            carry &= planes[plane]
            planes[plane] = sum
        }
        waiting = .init(repeating: 0)
    }

    /// Adds four words to the two lowest planes and returns the fours that are carried.
    private mutating func addToTwos(_ one: UInt64, _ two: UInt64, _ three: UInt64, _ four: UInt64) -> UInt64 {
        let first = Self.add(one, two, to: &planes[0])
        let second = Self.add(three, four, to: &planes[0])
        return Self.add(first, second, to: &planes[1])
    }

    /// A full adder for each bit.
    private static func add(_ one: UInt64, _ two: UInt64, to sum: inout UInt64) -> UInt64 {
        let half = one ^ two
        let carry = one & two | half & sum
        sum ^= half
        return carry
    }

    /// The bits that are set more often than not.
    var majority: UInt64 {
        var whole = self
        whole.addWaiting()
        var more: UInt64 = 0
        var equal = UInt64.max
        for plane in (0..<8).reversed() {
            if (count / 2) >> plane & 1 == 1 {
                equal &= whole.planes[plane]
            } else {
                more |= equal & whole.planes[plane]
                equal &= ~whole.planes[plane]
            }
        }
        return more
    }
}
