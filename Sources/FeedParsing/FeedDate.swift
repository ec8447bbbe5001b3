import FeedModel

/// Reads dates as feeds write them: RFC 3339 and all of ISO 8601's sloppy relatives, RFC 822 and its zoo of orders and
/// zones, asctime, JavaScript, local month names.
///
/// A date without a zone, or with an unknown one, is UTC; a wrong weekday does not matter; an impossible date is nil,
/// never rolled over and never guessed.
enum FeedDate {
    /// The moment, nil for what is no date.
    static func parse(_ text: String) -> Timestamp? {
        let moment = Timestamp(rfc3339: text) ?? FastMailDate.parse(text) ?? lenient(text)
        // Year 0 is how programs write that they have no date.
        guard let moment, moment.seconds >= firstSecond else { return nil }
        return moment
    }

    private static let firstSecond = Timestamp(date: CivilDate(year: 1, month: 1, day: 1))?.seconds ?? 0

    private static func lenient(_ text: String) -> Timestamp? {
        guard text.utf8.count <= 200 else { return nil }
        return read(text) ?? DateSpelling.unmangled(text).flatMap(read)
    }

    private static func read(_ text: String) -> Timestamp? {
        let tokens = DateSpelling.plain(DateTokens.split(text))
        guard !tokens.isEmpty else { return nil }
        var iso = ISODate(tokens)
        if let moment = iso.parse() { return moment }
        var loose = LooseDate(tokens)
        return loose.parse()
    }

    /// Two-digit years below 70 are of this century; three digits count from 1900 (RFC 2822 §4.3).
    static func year(_ token: DateToken) -> Int? {
        guard case .number(let value, let digits) = token.kind else { return nil }
        switch digits {
        case 4: return value
        case 2: return value < 70 ? 2000 + value : 1900 + value
        case 3: return (100..<200).contains(value) ? 1900 + value : nil
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

    /// An offset of nothing that lacks its sign.
    var isEmptyZone: Bool { digits == 4 && number == 0 }

    func isMark(_ mark: Character) -> Bool { kind == .mark(mark) }
}
