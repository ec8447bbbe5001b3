import CLibXML2

extension Span<UInt8> {
    /// The first place of a byte at or after an index, and before another one where that is given.
    func index(of byte: UInt8, from start: Int, to limit: Int? = nil) -> Int? {
        let end = limit ?? count
        guard start < end, end <= count else { return nil }
        return unsafe withUnsafeBufferPointer { buffer -> Int? in
            guard let base = buffer.baseAddress,
                let found = unsafe memchr(base + start, Int32(byte), end - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
        }
    }

    /// The first place of a text at or after an index.
    func index(of text: StaticString, from start: Int) -> Int? {
        guard start < count else { return nil }
        return unsafe withUnsafeBufferPointer { buffer -> Int? in
            guard let base = buffer.baseAddress,
                let found = unsafe feedherald_find(
                    base + start, buffer.count - start, text.utf8Start, text.utf8CodeUnitCount)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
        }
    }

    /// Whether the bytes at an index are that text, of whose letters the case may be passed over.
    func matches(_ text: StaticString, at start: Int, ignoringCase: Bool = false) -> Bool {
        let length = text.utf8CodeUnitCount
        guard start >= 0, start + length <= count else { return false }
        for at in 0..<length {
            let left = self[start + at]
            let right = unsafe text.utf8Start[at]
            guard left == right || ignoringCase && lower(left) == lower(right) else { return false }
        }
        return true
    }
}

/// An ASCII letter in lower case, any other byte as it is.
func lower(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
}
