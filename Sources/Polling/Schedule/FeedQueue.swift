/// Slots waiting for their host, first come first served, taken from the front in constant time.
struct FeedQueue: Sendable {
    private var slots: [UInt32] = []
    private var head = 0

    var isEmpty: Bool { head == slots.count }

    mutating func append(_ slot: UInt32) {
        slots.append(slot)
    }

    mutating func popFirst() -> UInt32? {
        guard !isEmpty else { return nil }
        defer { head += 1 }
        if head > 64, head * 2 > slots.count {
            slots.removeFirst(head)
            head = 0
        }
        return slots[head]
    }

    mutating func remove(_ slot: UInt32) {
        slots.removeFirst(head)
        head = 0
        slots.removeAll { $0 == slot }
    }
}
