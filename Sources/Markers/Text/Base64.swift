/// Base64 (RFC 4648 §4, no padding) of lists of 64-bit words, big-endian: how markers write hashes.
enum Base64 {
    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static let values: [UInt8] = {
        var table = [UInt8](repeating: 0xFF, count: 256)
        for (value, letter) in letters.enumerated() { table[Int(letter)] = UInt8(value) }
        return table
    }()

    static func encode(_ words: some Sequence<UInt64>) -> String {
        var text: [UInt8] = []
        var pending: UInt32 = 0
        var bits = 0
        for word in words {
            for shift in stride(from: 56, through: 0, by: -8) {
                pending = pending << 8 | UInt32(truncatingIfNeeded: word >> UInt64(shift)) & 0xFF
                bits += 8
                while bits >= 6 {
                    bits -= 6
                    text.append(letters[Int(pending >> UInt32(bits)) & 63])
                }
            }
        }
        if bits > 0 { text.append(letters[Int(pending << UInt32(6 - bits)) & 63]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The words of a text; nil when a character is foreign or the words are not whole.
    static func decode(_ text: String) -> [UInt64]? {
        let table = values
        var words: [UInt64] = []
        words.reserveCapacity(text.utf8.count * 6 / 64)
        var word: UInt64 = 0
        var room = 64
        for letter in text.utf8 {
            let value = table[Int(letter)]
            guard value < 64 else { return nil }
            if room > 6 {
                word = word << 6 | UInt64(value)
                room -= 6
            } else {
                let rest = 6 - room
                words.append(word << UInt64(room) | UInt64(value) >> UInt64(rest))
                word = UInt64(value) & (1 << UInt64(rest) - 1)
                room = 64 - rest
            }
        }
        // Fewer than six bits may be left, and only of padding.
        return 64 - room < 6 && word == 0 ? words : nil
    }
}
