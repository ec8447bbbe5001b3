import CLibXML2

/// Hands a document to a parser in chunks, long text beside it.
///
/// libxml2 reads text with references or letters beyond ASCII character by character, and each reference by a detour.
/// So long text that has no fault goes straight into the tree, its references resolved; where that cannot be, it is
/// written as CDATA sections, which libxml2 takes as a whole. What they mean is the same, and characters that XML forbids
/// stay faults. Only text between two pieces of markup changes: where this scan and the parser disagree about what is
/// markup, the document is ill-formed before that place.
@safe
struct TextSections: ~Copyable {
    /// Enough to make a call cheap, little enough to stay in the processor's caches.
    static let capacity = 64 << 10
    static let shortest = 40

    let out: UnsafeMutablePointer<UInt8>
    var count = 0
    /// Takes a chunk and says whether it wants more.
    private let take: (UnsafeBufferPointer<UInt8>) -> Bool
    /// Takes character data that stands behind all chunks so far; false when it cannot.
    ///
    /// Nil where it never can.
    let takeText: ((UnsafeBufferPointer<UInt8>) -> Bool)?
    var isDone = false

    init(
        _ take: @escaping (UnsafeBufferPointer<UInt8>) -> Bool,
        text takeText: ((UnsafeBufferPointer<UInt8>) -> Bool)? = nil
    ) {
        unsafe out = .allocate(capacity: Self.capacity)
        unsafe self.take = take
        unsafe self.takeText = takeText
    }

    deinit {
        unsafe out.deallocate()
    }

    mutating func run(_ bytes: Span<UInt8>) {
        var at = 0
        while at < bytes.count, !isDone {
            let isMarkup = bytes[at] == 0x3C
            let end = (isMarkup ? Self.markupEnd(bytes, at) : bytes.index(of: 0x3C, from: at)) ?? bytes.count
            if isMarkup ? !hasGivenSection(bytes, at, end) : !hasGiven(bytes, at, end) {
                if !isMarkup, Self.isWorthIt(bytes, at, end) {
                    section(bytes, at, end)
                } else {
                    makeRoom(end - at)
                    copy(bytes, at, end)
                }
            }
            at = end
        }
        flush()
    }

    /// The place behind a piece of markup; nil when it never ends.
    private static func markupEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
        guard start + 1 < bytes.count else { return nil }
        if bytes[start + 1] == 0x3F { return bytes.index(of: "?>", from: start + 2).map { $0 + 2 } }
        if bytes[start + 1] == 0x21 {
            if bytes.matches("<!--", at: start) {
                return bytes.index(of: "-->", from: start + 4).map { $0 + 3 }
            }
            if bytes.matches("<![CDATA[", at: start) {
                return bytes.index(of: "]]>", from: start + 9).map { $0 + 3 }
            }
        }
        var at = start + 1
        while at < bytes.count {
            let byte = bytes[at]
            if byte == 0x3E { return at + 1 }
            if byte == 0x22 || byte == 0x27 {
                guard let quote = bytes.index(of: byte, from: at + 1) else { return nil }
                at = quote
            }
            at += 1
        }
        return nil
    }

    /// Whether text is slow to read and may be put into a section: one line end for all, no end of a section.
    private static func isWorthIt(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        guard end - start >= shortest, end - start < capacity / 2 else { return false }
        guard
            bytes.index(of: 0x26, from: start, to: end) != nil
                || bytes.firstHighByte(from: start, to: end) < end,
            bytes.index(of: 0x0D, from: start, to: end) == nil
        else { return false }
        return !mayEndSection(bytes, start, end)
    }

    /// Whether there are two closing brackets side by side, or one at the end.
    static func mayEndSection(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        var at = start
        while let bracket = bytes.index(of: 0x5D, from: at, to: end) {
            guard bracket + 1 < end, bytes[bracket + 1] != 0x5D else { return true }
            at = bracket + 1
        }
        return false
    }

    /// Writes text as sections, between them the references that are not XML's own five.
    private mutating func section(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) {
        // A section a byte costs thirteen bytes at the most: a reference has three or more.
        makeRoom((end - start) * 2 + 64)
        var at = start
        var isOpen = false
        while at < end {
            let mark = bytes.index(of: 0x26, from: at, to: end) ?? end
            let scalar = mark < end ? Self.predefined(bytes, mark) : nil
            if mark > at || scalar != nil, !isOpen {
                write("<![CDATA[")
                isOpen = true
            }
            copy(bytes, at, mark)
            at = mark
            if let scalar {
                put(scalar.byte)
                at += scalar.length
            } else if mark < end {
                if isOpen { write("]]>") }
                isOpen = false
                // A reference without its end is a fault that the parser is to see.
                let close = bytes.index(of: 0x3B, from: mark, to: end).map { $0 + 1 } ?? end
                copy(bytes, mark, close)
                at = close
            }
        }
        if isOpen { write("]]>") }
    }

    /// The character of a reference that every document may use, and the bytes it takes.
    static func predefined(_ bytes: Span<UInt8>, _ at: Int) -> (byte: UInt8, length: Int)? {
        guard at + 1 < bytes.count else { return nil }
        switch bytes[at + 1] {
        case 0x6C: return bytes.matches("&lt;", at: at) ? (0x3C, 4) : nil
        case 0x67: return bytes.matches("&gt;", at: at) ? (0x3E, 4) : nil
        case 0x71: return bytes.matches("&quot;", at: at) ? (0x22, 6) : nil
        case 0x61:
            if bytes.matches("&amp;", at: at) { return (0x26, 5) }
            return bytes.matches("&apos;", at: at) ? (0x27, 6) : nil
        default: return nil
        }
    }

    private mutating func makeRoom(_ more: Int) {
        if count + more > Self.capacity { flush() }
    }

    mutating func flush() {
        guard count > 0, !isDone else { return }
        isDone = unsafe !take(UnsafeBufferPointer(start: out, count: count))
        count = 0
    }

    mutating func copy(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) {
        var at = start
        while at < end, !isDone {
            if count == Self.capacity { flush() }
            let length = min(end - at, Self.capacity - count)
            unsafe bytes.withUnsafeBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return }
                unsafe (out + count).update(from: base + at, count: length)
            }
            count += length
            at += length
        }
    }

    mutating func put(_ byte: UInt8) {
        if count == Self.capacity { flush() }
        unsafe out[count] = byte
        count += 1
    }

    private mutating func write(_ text: StaticString) {
        for at in 0..<text.utf8CodeUnitCount { unsafe put(text.utf8Start[at]) }
    }
}
