/// Text on one line: white space of every kind folded to one blank, none at the ends.
///
/// Made for speed, since feeds carry most of their bytes through here: it writes into a buffer of its own, whose room is
/// made once for each piece of text.
@safe
struct PlainText: ~Copyable {
    private var buffer: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var count = 0
    /// Whether a blank is due before the next word.
    private var isBlankDue = false
    private var isASCII = true
    /// Whether all that was written is UTF-8, so that the string need not be looked through again.
    private var isUTF8 = true

    /// - Parameter capacity: the bytes expected; text never grows when it is folded.
    init(capacity: Int = 256) {
        self.capacity = max(capacity, 64)
        unsafe buffer = .allocate(capacity: self.capacity)
    }

    deinit {
        unsafe buffer.deallocate()
    }

    /// What was written so far, nil when that is nothing.
    var string: String? {
        guard count > 0 else { return nil }
        let written = unsafe UnsafeBufferPointer(start: buffer, count: count)
        guard isUTF8 else { return unsafe String(decoding: written, as: UTF8.self) }
        return unsafe String(copying: UTF8Span(unchecked: written.span, isKnownASCII: isASCII))
    }

    /// Notes that what follows is another word.
    mutating func separate() { isBlankDue = true }

    /// Makes room for a blank and so many bytes more.
    private mutating func reserve(_ more: Int) {
        guard count + more + 1 > capacity else { return }
        let larger = max(capacity * 2, count + more + 1)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        unsafe moved.update(from: buffer, count: count)
        unsafe buffer.deallocate()
        unsafe buffer = moved
        capacity = larger
    }

    mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.value <= 0x20 || scalar.value == 0x7F
            || scalar.value > 0x7F && scalar.properties.isWhitespace
        {
            isBlankDue = true
            return
        }
        reserve(4)
        begin()
        if scalar.value > 0x7F { isASCII = false }
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { put(byte) }
    }

    private mutating func begin() {
        if isBlankDue, count > 0 { put(0x20) }
        isBlankDue = false
    }

    @inline(__always)
    private mutating func put(_ byte: UInt8) {
        unsafe buffer[count] = byte
        count += 1
    }

    /// Writes plain text: no markup, no references.
    mutating func append(text: Span<UInt8>) { append(text, 0, text.count) }

    /// Writes the plain text between two places.
    mutating func append(_ text: Span<UInt8>, _ start: Int, _ end: Int) {
        guard end > start else { return }
        reserve(end - start)
        var at = start
        while at < end {
            at = unsafe text.withUnsafeBufferPointer { unsafe ascii($0, at, end) }
            if at < end { at += special(text, at, end) }
        }
    }

    /// Writes ASCII up to the first byte that is none; gives its place.
    private mutating func ascii(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Int {
        // Local copies, so that they stay in registers.
        let out = unsafe buffer
        var written = count
        var isDue = isBlankDue
        var at = start
        while at < end {
            // Eight bytes at once, as long as they hold nothing that needs care.
            if !isDue, at + 8 <= end {
                let word = unsafe UnsafeRawPointer(text.baseAddress.unsafelyUnwrapped + at).loadUnaligned(
                    as: UInt64.self)
                if Self.isSimple(word) {
                    unsafe UnsafeMutableRawPointer(out + written).storeBytes(of: word, as: UInt64.self)
                    isDue = word >> 56 == 0x20
                    written += isDue ? 7 : 8
                    at += 8
                    continue
                }
            }
            let byte = unsafe text[at]
            if byte > 0x20, byte < 0x7F {
                if isDue, written > 0 {
                    unsafe out[written] = 0x20
                    written += 1
                }
                isDue = false
                unsafe out[written] = byte
                written += 1
            } else if byte < 0x80 {
                isDue = true
            } else {
                break
            }
            at += 1
        }
        count = written
        isBlankDue = isDue
        return at
    }

    /// Whether eight bytes are printable ASCII without a blank behind a blank or at their begin.
    private static func isSimple(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        let below = (word &- ones &* 0x21) & ~word & tops
        let delete = word ^ (ones &* 0x7F)
        let special = (word | (delete &- ones) & ~delete) & tops
        // Every byte below 0x21 is a blank, no two of them side by side.
        let others = word ^ (ones &* 0x20)
        let controls = below & ~((others &- ones) & ~others)
        return special == 0 && controls == 0 && below & (below << 8 | 0x80) == 0
    }

    /// Writes one character beyond ASCII, or notes that it is white space; gives its length in bytes.
    private mutating func special(_ text: Span<UInt8>, _ at: Int, _ end: Int) -> Int {
        let blank = Self.blankLength(text, at, end)
        if blank > 0 {
            isBlankDue = true
            return blank
        }
        // A C1 control is windows-1252 that went through a careless converter.
        if text[at] == 0xC2, at + 1 < end, text[at + 1] < 0xA0,
            let scalar = CharacterReference.scalar(UInt32(text[at + 1]))
        {
            append(scalar)
            reserve(end - at)
            return 2
        }
        begin()
        isASCII = false
        let length = UTF8Survey.sequence(text, at)
        if length == 0 { isUTF8 = false }
        put(text[at])
        for offset in 1..<max(length, 1) { put(text[at + offset]) }
        return max(length, 1)
    }

    /// The length of the white space character at a place, 0 when it is none.
    private static func blankLength(_ text: Span<UInt8>, _ at: Int, _ end: Int) -> Int {
        switch text[at] {
        case 0xC2 where at + 1 < end && (text[at + 1] == 0xA0 || text[at + 1] == 0x85): return 2
        case 0xE1 where at + 2 < end && text[at + 1] == 0x9A && text[at + 2] == 0x80: return 3
        case 0xE2 where at + 2 < end:
            let third = text[at + 2]
            if text[at + 1] == 0x80 {
                return 0x80...0x8A ~= third || third == 0xA8 || third == 0xA9 || third == 0xAF ? 3 : 0
            }
            return text[at + 1] == 0x81 && third == 0x9F ? 3 : 0
        case 0xE3 where at + 2 < end && text[at + 1] == 0x80 && text[at + 2] == 0x80: return 3
        case 0xEF where at + 2 < end && text[at + 1] == 0xBB && text[at + 2] == 0xBF: return 3
        default: return 0
        }
    }
}
