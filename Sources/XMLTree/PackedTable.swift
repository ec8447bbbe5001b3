/// A fixed table from short ASCII names, packed into numbers, to values: a look-up costs one multiplication.
struct PackedTable<Value: Sendable>: Sendable {
    private var slots: [(key: UInt64, value: Value)?]
    private let shift: UInt64

    /// - Parameter names: names of one to eight bytes.
    init(_ names: [(name: String, value: Value)]) {
        var bits: UInt64 = 4
        while 1 << bits < names.count * 4 { bits += 1 }
        shift = 64 - bits
        slots = Array(repeating: nil, count: 1 << bits)
        for (name, value) in names {
            let key = name.utf8.reduce(0) { $0 << 8 | UInt64($1) }
            var slot = self.slot(of: key)
            while slots[slot] != nil { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = (key, value)
        }
    }

    private func slot(of key: UInt64) -> Int { Int((key &* 0x9E37_79B9_7F4A_7C15) >> shift) }

    /// The value of a name, packed with its first byte highest.
    subscript(key: UInt64) -> Value? {
        var slot = self.slot(of: key)
        while let found = slots[slot] {
            if found.key == key { return found.value }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }
}
