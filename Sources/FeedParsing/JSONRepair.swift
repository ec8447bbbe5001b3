/// Makes JSON readable that was cut off, holds raw control characters or numbers that are none, or has junk behind it.
struct JSONRepair {
    /// Lists and objects nested deeper are left out: no feed's own fields are.
    static let deepest = 200

    /// The text with control characters in strings escaped; one that ends too soon is closed behind its last value.
    private(set) var out: [UInt8] = []
    /// Whether anything was changed beside leaving out what is nested too deep.
    private(set) var isRepaired = false
    private var closers: [UInt8] = []
    /// The length of `out` and the open brackets behind the last complete item.
    private var sound = (count: 0, closers: [UInt8]())
    private var isInString = false
    private var isEscaped = false
    private var isInWord = false
    private var at = 0

    mutating func run(_ bytes: [UInt8]) {
        out.reserveCapacity(bytes.count + 64)
        while at < bytes.count {
            if isInString { string(bytes[at]) } else { mark(bytes) }
            at += 1
            if isDone {
                if bytes[at...].contains(where: { $0 > 0x20 }) { isRepaired = true }
                return
            }
        }
        guard !closers.isEmpty else { return }
        isRepaired = true
        out.removeLast(out.count - sound.count)
        out += sound.closers.reversed()
    }

    private var isDone: Bool { closers.isEmpty && !isInString && (out.last == 0x7D || out.last == 0x5D) }
    private var isTooDeep: Bool { closers.count > Self.deepest }

    private mutating func write(_ byte: UInt8) {
        if !isTooDeep { out.append(byte) }
    }

    private mutating func string(_ byte: UInt8) {
        guard byte >= 0x20 else {
            isRepaired = true
            let escaped: [UInt8] = byte == 0x0A ? [0x5C, 0x6E] : byte == 0x09 ? [0x5C, 0x74] : [0x20]
            for byte in escaped { write(byte) }
            return
        }
        if isEscaped {
            isEscaped = false
        } else if byte == 0x5C {
            isEscaped = true
        } else if byte == 0x22 {
            isInString = false
        }
        write(byte)
    }

    private mutating func mark(_ bytes: [UInt8]) {
        let byte = bytes[at]
        let wasInWord = isInWord
        isInWord = (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F || byte >= 0x80
        switch byte {
        case 0x22: isInString = true
        case 0x7B, 0x5B: return open(byte)
        case 0x7D, 0x5D:
            // The bracket of what is left out goes with it.
            let isLeftOut = isTooDeep
            if closers.last == byte { closers.removeLast() }
            if !isLeftOut { out.append(byte) }
            return
        case 0x2C: if !isTooDeep { sound = (out.count, closers) }
        case _ where isInWord && !wasInWord:
            if let length = noNumber(bytes) {
                isRepaired = true
                for byte in "null".utf8 { write(byte) }
                at += length - 1
                return
            }
        default: break
        }
        write(byte)
    }

    private mutating func open(_ byte: UInt8) {
        closers.append(byte + 2)
        if closers.count == Self.deepest + 1 {
            out.append(contentsOf: "null".utf8)
        } else {
            write(byte)
        }
    }

    /// The length of a word that programs write for a number that JSON has not.
    private mutating func noNumber(_ bytes: [UInt8]) -> Int? {
        for word in ["NaN", "Infinity", "undefined"] where bytes[at...].starts(with: word.utf8) {
            if out.last == 0x2D { out.removeLast() }
            return word.utf8.count
        }
        return nil
    }
}
