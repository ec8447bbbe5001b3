/// Splits a line into words as a POSIX shell does: quotes, backslashes, comments; nothing is expanded.
enum ShellWords {
    static func split(_ line: String, comments: Bool) -> [String] {
        var words: [String] = []
        var word = ""
        var isInWord = false
        var quote: Character?
        var characters = line[...]
        while let character = characters.popFirst() {
            if let open = quote {
                if character == open {
                    quote = nil
                } else if character == "\\", open == "\"", let next = characters.first,
                    "\"\\$`".contains(next)
                {
                    word.append(next)
                    characters.removeFirst()
                } else {
                    word.append(character)
                }
                continue
            }
            switch character {
            case "\"", "'":
                quote = character
                isInWord = true
            case "\\":
                if let next = characters.popFirst() { word.append(next) }
                isInWord = true
            case " ", "\t":
                if isInWord { words.append(word) }
                (word, isInWord) = ("", false)
            case "#" where comments && !isInWord: return words
            default:
                word.append(character)
                isInWord = true
            }
        }
        if isInWord { words.append(word) }
        return words
    }
}
