/// Splits a date's text; comments and zones by place in brackets go.
struct DateTokens {
    private var tokens: [DateToken] = []
    private var isSpaced = false
    private var word = ""
    private var number = (value: 0, digits: 0)

    static func split(_ text: String) -> [DateToken] {
        var splitter = DateTokens()
        var depth = 0
        for character in text.lowercased() {
            if character == "(" || character == "[" { depth += 1 }
            if depth > 0 {
                if character == ")" || character == "]" { depth -= 1 }
                continue
            }
            splitter.take(character)
        }
        splitter.flush()
        return splitter.tokens
    }

    private mutating func take(_ character: Character) {
        if let digit = character.wholeNumberValue, character.isASCII {
            if !word.isEmpty { flush() }
            number = (min(number.value * 10 + digit, 1 << 50), number.digits + 1)
        } else if character.isLetter {
            if number.digits > 0 { flush() }
            word.append(character)
        } else {
            flush()
            if character.isWhitespace || Self.isInvisible(character) {
                isSpaced = true
            } else {
                append(.mark(Self.mark(character)))
            }
        }
    }

    /// Dashes of all kinds are one; any other sign is no part of a date and only parts what stands around it.
    private static func mark(_ character: Character) -> Character {
        if "+-:.,/'".contains(character) { return character }
        return character == "\u{2212}" || character == "\u{2013}" ? "-" : "?"
    }

    /// A byte order mark, and its kin without width.
    private static func isInvisible(_ character: Character) -> Bool {
        ["\u{FEFF}", "\u{200B}", "\u{200E}", "\u{200F}", "\u{2060}"].contains(character)
    }

    private mutating func flush() {
        if !word.isEmpty {
            append(.word(MonthNames.unaccented(word)))
        } else if number.digits > 0 {
            append(.number(number.value, digits: number.digits))
        }
        word = ""
        number = (0, 0)
    }

    private mutating func append(_ kind: DateToken.Kind) {
        tokens.append(DateToken(kind: kind, isSpaced: isSpaced))
        isSpaced = false
    }
}
