/// Finds places by hashes of 64 bits, which need no second hash.
///
/// A table of open addresses (Knuth, "The Art of Computer Programming", volume 3, §6.4, algorithm L). Each process
/// spreads the hashes in its own way, so that nobody can make up texts that meet in one slot.
struct HashPlaces {
    private var hashes: [UInt64]
    /// The place of each hash; -1 in an empty slot.
    private var places: [Int32]
    private let shift: UInt64
    private var room: Int

    private static let factor = UInt64.random(in: .min ... .max) | 1

    /// - Parameter capacity: the most hashes that are put in.
    init(capacity: Int) {
        let bits = UInt64.bitWidth - max(capacity, 1).leadingZeroBitCount + 1
        hashes = Array(repeating: 0, count: 1 << bits)
        places = Array(repeating: -1, count: 1 << bits)
        shift = UInt64(UInt64.bitWidth - bits)
        room = capacity
    }

    /// The place of a hash.
    subscript(hash: UInt64) -> Int? {
        let place = places[slot(hash)]
        return place < 0 ? nil : Int(place)
    }

    /// Puts a hash in, unless it is there already: then its place is returned, and stays.
    mutating func insert(_ hash: UInt64, at place: Int) -> Int? {
        let slot = slot(hash)
        guard places[slot] < 0 else { return Int(places[slot]) }
        precondition(room > 0, "more hashes than the table was made for")
        room -= 1
        hashes[slot] = hash
        places[slot] = Int32(place)
        return nil
    }

    /// The slot with a hash, or the empty one that would take it.
    private func slot(_ hash: UInt64) -> Int {
        var slot = Int(truncatingIfNeeded: (hash &* Self.factor) &>> shift)
        while places[slot] >= 0, hashes[slot] != hash { slot = (slot + 1) & (places.count - 1) }
        return slot
    }
}
