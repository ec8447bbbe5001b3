/// SipHash-2-4 under fixed keys: the same bytes give the same hash in every run and on every machine.
///
/// Used for fingerprints in markers, digests of files and announcement ids: for identity, not for secrecy.
/// Source: Aumasson and Bernstein, "SipHash: a fast short-input PRF" (2012), with its test vectors.
public struct StableHash: Sendable {
    private var v0: UInt64
    private var v1: UInt64
    private var v2: UInt64
    private var v3: UInt64

    private init(_ key0: UInt64, _ key1: UInt64) {
        v0 = 0x736f_6d65_7073_6575 ^ key0
        v1 = 0x646f_7261_6e64_6f6d ^ key1
        v2 = 0x6c79_6765_6e65_7261 ^ key0
        v3 = 0x7465_6462_7974_6573 ^ key1
    }

    /// The 64-bit hash of some bytes, for what is hashed most: a generic function costs more from other modules.
    public static func of(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
        of(bytes.span, seed: seed)
    }

    /// The 64-bit hash of some bytes.
    public static func of(_ bytes: Span<UInt8>, seed: UInt64 = 0) -> UInt64 {
        of(bytes, 0x0706_0504_0302_0100 ^ seed, 0x0f0e_0d0c_0b0a_0908)
    }

    /// The 64-bit hash of the first `count` of some bytes.
    public static func of(_ bytes: [UInt8], upTo count: Int) -> UInt64 {
        bytes.span.extracting(first: count).sipHash(0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908)
    }

    /// The 64-bit hash of some bytes; another `seed` gives an independent hash of the same bytes.
    public static func of(_ bytes: some Collection<UInt8>, seed: UInt64 = 0) -> UInt64 {
        of(bytes, key0: 0x0706_0504_0302_0100 ^ seed, key1: 0x0f0e_0d0c_0b0a_0908)
    }

    public static func of(_ text: String, seed: UInt64 = 0) -> UInt64 {
        of(text.utf8.span, seed: seed)
    }

    /// Two independent 64-bit hashes as 32 lower-case hexadecimal digits.
    public static func hex128(_ bytes: some Collection<UInt8>) -> String {
        hex(of(bytes, seed: 0)) + hex(of(bytes, seed: 0x9E37_79B9_7F4A_7C15))
    }

    /// Sixteen lower-case hexadecimal digits.
    public static func hex(_ value: UInt64) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(16)
        appendHex(value, to: &digits)
        return String(decoding: digits, as: UTF8.self)
    }

    /// Appends sixteen lower-case hexadecimal digits.
    public static func appendHex(_ value: UInt64, to text: inout [UInt8]) {
        var rest = value
        for _ in 0..<16 {
            let digit = UInt8(truncatingIfNeeded: rest >> 60)
            text.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
            rest <<= 4
        }
    }

    static func of(_ bytes: some Collection<UInt8>, key0: UInt64, key1: UInt64) -> UInt64 {
        let fast = bytes.withContiguousStorageIfAvailable { unsafe $0.span.sipHash(key0, key1) }
        return fast ?? Array(bytes).span.sipHash(key0, key1)
    }

    fileprivate static func of(_ bytes: Span<UInt8>, _ key0: UInt64, _ key1: UInt64) -> UInt64 {
        var state = StableHash(key0, key1)
        let whole = bytes.count & ~7
        var at = 0
        while at < whole {
            var word: UInt64 = 0
            // One check for all eight bytes makes this one load.
            let part = bytes.extracting(at..<(at &+ 8))
            for place in 0..<8 { word |= UInt64(part[place]) << UInt64(8 &* place) }
            state.absorb(word)
            at += 8
        }
        var last = UInt64(bytes.count & 0xFF) << 56
        for place in 0..<(bytes.count - whole) { last |= UInt64(bytes[whole + place]) << UInt64(8 * place) }
        state.absorb(last)
        return state.finish()
    }

    private mutating func absorb(_ word: UInt64) {
        v3 ^= word
        round()
        round()
        v0 ^= word
    }

    private mutating func finish() -> UInt64 {
        v2 ^= 0xFF
        for _ in 0..<4 { round() }
        return v0 ^ v1 ^ v2 ^ v3
    }

    private mutating func round() {
        func rotate(_ value: UInt64, _ by: UInt64) -> UInt64 { value << by | value >> (64 - by) }
        v0 &+= v1
        v1 = rotate(v1, 13) ^ v0
        v0 = rotate(v0, 32)
        v2 &+= v3
        v3 = rotate(v3, 16) ^ v2
        v0 &+= v3
        v3 = rotate(v3, 21) ^ v0
        v2 &+= v1
        v1 = rotate(v1, 17) ^ v2
        v2 = rotate(v2, 32)
    }
}

extension Span<UInt8> {
    fileprivate func sipHash(_ key0: UInt64, _ key1: UInt64) -> UInt64 {
        StableHash.of(self, key0, key1)
    }
}
