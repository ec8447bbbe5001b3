import Signing

/// Header fields of mail: ASCII, folded, encoded words (RFC 2047) where needed.
enum MailHeader {
    /// A field with free text; nothing in the text can begin another field.
    static func text(_ name: String, _ value: String) -> String {
        "\(name): \(encoded(SafeText.line(value), after: name.utf8.count + 2))\r\n"
    }

    /// A field whose value is ASCII already, folded between its words where it is long.
    static func plain(_ name: String, _ words: [String]) -> String {
        var result = "\(name):"
        var column = result.utf8.count
        for word in words {
            if column + word.utf8.count + 1 > 76, column > name.utf8.count + 1 {
                result += "\r\n"
                column = 0
            }
            result += " \(word)"
            column += word.utf8.count + 1
        }
        return result + "\r\n"
    }

    /// The text as it is where that is short ASCII, else as encoded words of at most 75 bytes each.
    static func encoded(_ text: String, after column: Int = 0) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && !text.contains("=?")
        if isPlain, column + text.utf8.count <= 76 { return text }
        // 45 bytes become 60 of base 64; with =?UTF-8?B? and ?= that is 72. Cuts fall between characters.
        var words: [String] = []
        var part = ""
        for character in text {
            if !part.isEmpty, part.utf8.count + character.utf8.count > 39 {
                words.append(word(part))
                part = ""
            }
            for piece in pieces(of: character) {
                if part.utf8.count + piece.utf8.count > 45 {
                    words.append(word(part))
                    part = ""
                }
                part += piece
            }
        }
        if !part.isEmpty { words.append(word(part)) }
        return words.joined(separator: "\r\n ")
    }

    /// Encoded words whatever the text: for names with characters that mean something in a header.
    static func forcedWord(_ text: String) -> String { encoded(text, after: 100) }

    /// The character, or its scalars where it is longer than a word can hold.
    private static func pieces(of character: Character) -> [String] {
        character.utf8.count <= 39
            ? [String(character)] : character.unicodeScalars.map { String(Character($0)) }
    }

    private static func word(_ text: String) -> String {
        "=?UTF-8?B?\(Base64.encode(Array(text.utf8)))?="
    }
}
