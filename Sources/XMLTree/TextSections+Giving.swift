import CLibXML2

extension TextSections {
    /// Gives the content of a CDATA section straight to the tree, where it is long and has no fault.
    mutating func hasGivenSection(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        let (first, last) = (start + 9, end - 3)
        guard unsafe takeText != nil, last - first >= Self.shortest, bytes.matches("<![CDATA[", at: start),
            bytes.matches("]]>", at: last), Self.isSound(bytes, first, last)
        else { return false }
        flush()
        guard !isDone else { return true }
        return unsafe bytes.withUnsafeBufferPointer {
            unsafe give(UnsafeBufferPointer(rebasing: $0[first..<last]))
        }
    }

    /// Gives text straight to the tree, where it is long, has no fault, and no references but XML's own five.
    mutating func hasGiven(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        guard unsafe takeText != nil, end - start >= Self.shortest, end < bytes.count,
            Self.isSound(bytes, start, end),
            !Self.mayEndSection(bytes, start, end)
        else { return false }
        guard let mark = bytes.index(of: 0x26, from: start, to: end) else {
            flush()
            guard !isDone else { return true }
            return unsafe bytes.withUnsafeBufferPointer {
                unsafe give(UnsafeBufferPointer(rebasing: $0[start..<end]))
            }
        }
        guard end - start <= Self.capacity, Self.hasOnlyPredefined(bytes, mark, end) else { return false }
        flush()
        guard !isDone else { return true }
        resolve(bytes, start, end)
        defer { count = 0 }
        return unsafe give(UnsafeBufferPointer(start: out, count: count))
    }

    private func give(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        unsafe takeText?(text) ?? false
    }

    /// Writes text with its references resolved; what they stand for is never longer.
    private mutating func resolve(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) {
        var at = start
        while at < end {
            let mark = bytes.index(of: 0x26, from: at, to: end) ?? end
            copy(bytes, at, mark)
            guard mark < end, let scalar = Self.predefined(bytes, mark) else { return }
            put(scalar.byte)
            at = mark + scalar.length
        }
    }

    private static func hasOnlyPredefined(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        var at = start
        while let mark = bytes.index(of: 0x26, from: at, to: end) {
            guard let scalar = predefined(bytes, mark) else { return false }
            at = mark + scalar.length
        }
        return true
    }

    /// Whether there are characters that XML forbids, or line ends to be made one, among bytes that are UTF-8.
    private static func isSound(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        guard !bytes.hasControls(from: start, to: end) else { return false }
        var at = start
        // U+FFFE and U+FFFF.
        while let lead = bytes.index(of: 0xEF, from: at, to: end) {
            if lead + 2 < bytes.count, bytes[lead + 1] == 0xBF, bytes[lead + 2] >= 0xBE { return false }
            at = lead + 1
        }
        return true
    }
}

extension Span<UInt8> {
    /// Whether there are bytes below a blank, other than tabulators and line feeds, between two places.
    fileprivate func hasControls(from start: Int, to end: Int) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var at = start
        while at < end {
            // Eight bytes at a time, until one of them is below a blank.
            at = unsafe withUnsafeBytes { buffer in
                var at = at
                while at + 8 <= end {
                    let word = unsafe buffer.loadUnaligned(fromByteOffset: at, as: UInt64.self)
                    guard (word &- ones &* 0x20) & ~word & (ones &* 0x80) == 0 else { break }
                    at += 8
                }
                return at
            }
            for _ in 0..<8 where at < end {
                let byte = self[at]
                if byte < 0x20, byte != 0x0A, byte != 0x09 { return true }
                at += 1
            }
        }
        return false
    }
}
