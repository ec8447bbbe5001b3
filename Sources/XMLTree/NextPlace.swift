/// Finds the same thing again and again from places that only move on, without looking at any stretch twice.
///
/// Text that opens a thousand tags and closes none would else be searched to its end a thousand times.
struct NextPlace {
    private var from = Int.max
    /// The first hit at or behind ``from``; `Int.max` for none up to the end.
    private var hit = 0

    /// The first place of a byte at or behind another; always asked for the same byte.
    mutating func index(of byte: UInt8, in bytes: Span<UInt8>, from start: Int) -> Int? {
        if isUnknown(start) { note(bytes.index(of: byte, from: start), start) }
        return hit == .max ? nil : hit
    }

    /// The first place of a text at or behind a place; always asked for the same text.
    mutating func index(of text: StaticString, in bytes: Span<UInt8>, from start: Int) -> Int? {
        if isUnknown(start) { note(bytes.index(of: text, from: start), start) }
        return hit == .max ? nil : hit
    }

    /// The first place at or behind another as `find` tells it; always asked for the same thing.
    mutating func place(from start: Int, _ find: (Int) -> Int?) -> Int? {
        if isUnknown(start) { note(find(start), start) }
        return hit == .max ? nil : hit
    }

    private func isUnknown(_ start: Int) -> Bool { start < from || start > hit }

    private mutating func note(_ found: Int?, _ start: Int) {
        from = start
        hit = found ?? .max
    }
}
