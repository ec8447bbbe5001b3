extension SoupRepair {
    /// Copies character data up to the next tag, mending references and characters that XML does not allow.
    mutating func text(_ input: Span<UInt8>) {
        while at < input.count {
            let start = at
            at = plainEnd(input, from: start)
            append(input, start, at)
            guard at < input.count, input[at] != 0x3C else { return }
            if input[at] == 0x26 {
                reference(input)
            } else {
                at += oddity(input, at, isData: false)
            }
        }
    }

    /// Copies text that holds no references, escaping what would be markup.
    mutating func escape(_ input: Span<UInt8>, _ start: Int, _ end: Int) {
        var here = start
        while here < end {
            let run = here
            here = min(plainEnd(input, from: run), end)
            append(input, run, here)
            guard here < end else { return }
            switch input[here] {
            case 0x3C:
                out.append(contentsOf: "&lt;".utf8)
                here += 1
            case 0x26:
                out.append(contentsOf: "&amp;".utf8)
                here += 1
            default: here += oddity(input, here, isData: true)
            }
        }
    }

    /// Writes bytes that need no care, as long as the text stays within libxml2's bound.
    private mutating func append(_ input: Span<UInt8>, _ start: Int, _ end: Int) {
        textLength += end - start
        guard textLength < Self.longestText, end > start else { return }
        out.append(input, start, end)
    }

    /// The end of the run of bytes that may be copied as they are.
    private func plainEnd(_ input: Span<UInt8>, from start: Int) -> Int {
        var here = start
        while here < input.count {
            let byte = input[here]
            if byte < 0x20 {
                if byte != 0x09, byte != 0x0A, byte != 0x0D { return here }
            } else if byte == 0x3C || byte == 0x26 || byte == 0x3E {
                return here
            } else if byte == 0xEF, isNonCharacter(input, here) {
                return here
            }
            here += 1
        }
        return here
    }

    /// U+FFFE, U+FFFF and the byte order mark: none belongs into text.
    private func isNonCharacter(_ input: Span<UInt8>, _ at: Int) -> Bool {
        guard at + 2 < input.count else { return false }
        let second = input[at + 1]
        let third = input[at + 2]
        return second == 0xBF && third >= 0xBE || second == 0xBB && third == 0xBF
    }

    /// A control character goes, `>` is escaped, a non-character becomes U+FFFD; gives the bytes dealt with.
    private mutating func oddity(_ input: Span<UInt8>, _ place: Int, isData: Bool) -> Int {
        switch input[place] {
        case 0x3E:
            // Always escaped, since two pieces of text might come to be `]]>` together.
            if !isData, place >= 2, input[place - 1] == 0x5D, input[place - 2] == 0x5D { faults += 1 }
            out.append(contentsOf: "&gt;".utf8)
            return 1
        case 0xEF:
            let isMark = input[place + 1] == 0xBB
            if !isMark {
                faults += 1
                out.append(contentsOf: [0xEF, 0xBF, 0xBD])
            }
            return 3
        default:
            faults += 1
            return 1
        }
    }

    /// The reference at the cursor: resolved when it is one, else its ampersand stays itself.
    mutating func reference(_ input: Span<UInt8>) {
        let found = entities.reference(in: input, at: at)
        if found.isFault { faults += 1 }
        textLength += found.text.count
        if textLength < Self.longestText { out.append(contentsOf: found.text) }
        at += found.length
    }
}

extension [UInt8] {
    /// Appends a range of a span.
    mutating func append(_ span: Span<UInt8>, _ start: Int, _ end: Int) {
        unsafe span.withUnsafeBufferPointer { buffer in
            unsafe append(contentsOf: buffer[start..<end])
        }
    }
}
