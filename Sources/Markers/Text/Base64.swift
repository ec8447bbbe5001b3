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
        append(words, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    static func append(_ words: some Sequence<UInt64>, to text: inout [UInt8]) {
        let letters = letters
        // The bits of earlier words that make no letter yet: fewer than six.
        var rest: UInt64 = 0
        var count: UInt64 = 0
        for word in words {
            var room = 58 + count
            text.append(letters[Int((rest << (6 - count) | word >> room) & 63)])
            while room >= 6 {
                room -= 6
                text.append(letters[Int(word >> room & 63)])
            }
            count = room
            rest = word & ((1 << count) - 1)
        }
        if count > 0 { text.append(letters[Int(rest << (6 - count)) & 63]) }
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
