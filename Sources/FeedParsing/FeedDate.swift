import FeedModel

/// Reads dates as feeds write them: RFC 3339 and all of ISO 8601's sloppy relatives, RFC 822 and its zoo of orders and
/// zones, asctime, JavaScript, local month names.
///
/// A date without a zone, or with an unknown one, is UTC; a wrong weekday does not matter; an impossible date is nil,
/// never rolled over and never guessed.
enum FeedDate {
    /// The moment, nil for what is no date.
    static func parse(_ text: String) -> Timestamp? {
        if let exact = Timestamp(rfc3339: text) ?? FastMailDate.parse(text) { return exact }
        guard text.utf8.count <= 200 else { return nil }
        let tokens = DateTokens.split(text)
        guard !tokens.isEmpty else { return nil }
        var iso = ISODate(tokens)
        if let moment = iso.parse() { return moment }
        var loose = LooseDate(tokens)
        return loose.parse()
    }

    /// Two-digit years below 70 are of this century.
    static func year(_ token: DateToken) -> Int? {
        guard case .number(let value, let digits) = token.kind else { return nil }
        switch digits {
        case 4: return value
        case 2: return value < 70 ? 2000 + value : 1900 + value
        default: return nil
        }
    }
}

/// What a date's text is made of.
struct DateToken: Equatable {
    enum Kind: Equatable {
        /// A run of digits: its value and length.
        case number(Int, digits: Int)
        /// A run of letters in lower case.
        case word(String)
        /// One of `+ - : . , / '`.
        case mark(Character)
    }

    var kind: Kind
    /// Whether white space stands before it.
    var isSpaced: Bool

    var number: Int? {
        if case .number(let value, _) = kind { value } else { nil }
    }

    var digits: Int {
        if case .number(_, let digits) = kind { digits } else { 0 }
    }

    var word: String? {
        if case .word(let word) = kind { word } else { nil }
    }

    func isMark(_ mark: Character) -> Bool { kind == .mark(mark) }
}
