/// Eight bytes of a text as one number, the first one lowest, to look at all of them at once.
struct EightBytes {
    let value: UInt64

    /// The bytes from a place on; zeros behind the end.
    @inline(__always)
    init(_ bytes: Span<UInt8>, _ at: Int) {
        var value: UInt64 = 0
        if bytes.count &- at >= 8 {
            // One check for all eight bytes makes this one load.
            let part = bytes.extracting(at..<(at &+ 8))
            for place in 0..<8 { value |= UInt64(part[place]) << UInt64(8 &* place) }
        } else {
            for place in at..<bytes.count { value |= UInt64(bytes[place]) << UInt64(8 &* (place &- at)) }
        }
        self.value = value
    }

    subscript(place: Int) -> UInt8 {
        @inline(__always) get { UInt8(truncatingIfNeeded: value &>> UInt64(8 &* place)) }
    }

    /// With ASCII letters in lower case; digits stay as they are.
    var folded: UInt64 { @inline(__always) get { value | 0x20 * Self.each } }

    var isASCII: Bool { @inline(__always) get { value & (0x80 * Self.each) == 0 } }

    /// How many ASCII letters and digits stand at the beginning, 0 to 8.
    var letters: Int {
        @inline(__always) get {
            let low = value & (0x7F * Self.each)
            let lower = low | 0x20 * Self.each
            // The top bit of a byte tells that it is no less than one bound, and not that it is less than the other.
            let isLetter = (lower &+ 0x1F * Self.each) & ~(lower &+ 0x05 * Self.each)
            let isDigit = (low &+ 0x50 * Self.each) & ~(low &+ 0x46 * Self.each)
            let others = ~((isLetter | isDigit) & ~value) & (0x80 * Self.each)
            return others.trailingZeroBitCount &>> 3
        }
    }

    /// The place of the first byte that is `byte`, 0 to 7; 8 without one.
    @inline(__always)
    func first(_ byte: UInt8) -> Int {
        let other = value ^ UInt64(byte) &* Self.each
        return ((other &- Self.each) & ~other & (0x80 * Self.each)).trailingZeroBitCount &>> 3
    }

    /// A one in every byte.
    private static var each: UInt64 { @inline(__always) get { 0x0101_0101_0101_0101 } }
}
