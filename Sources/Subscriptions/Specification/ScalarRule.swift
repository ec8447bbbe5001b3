internal import FeedModel
internal import Host

/// What is wrong with a single value.
struct ValueProblem {
    var message: String
    var hint: String?

    init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }
}

/// The rules for values that are no lists and no objects.
enum ScalarRule {
    static func problem(_ value: JSONValue, _ kind: ValueKind) -> ValueProblem? {
        switch kind {
        case .integer(let range): integerProblem(value, range)
        case .flag: value.bool == nil ? wrongKind(value, kind) : nil
        case .duration(let least): durationProblem(value, kind, atLeast: least)
        default:
            if let text = value.string { textProblem(text, kind) } else { wrongKind(value, kind) }
        }
    }

    private static func wrongKind(_ value: JSONValue, _ kind: ValueKind) -> ValueProblem {
        ValueProblem("expected \(kind.expectation), found \(value.kindName)")
    }

    private static func integerProblem(_ value: JSONValue, _ range: ClosedRange<Int>) -> ValueProblem? {
        guard value.numberText != nil else { return wrongKind(value, .integer(range)) }
        guard let number = value.int, range.contains(number) else {
            return ValueProblem(
                "expected \(ValueKind.integer(range).expectation), found \(value.numberText ?? "")")
        }
        return nil
    }

    private static func durationProblem(_ value: JSONValue, _ kind: ValueKind, atLeast least: Int)
        -> ValueProblem?
    {
        guard let text = value.string ?? value.numberText else { return wrongKind(value, kind) }
        guard let duration = Interval.parse(text) else {
            return ValueProblem(
                "\"\(text.prefix(40))\" is no duration", hint: "write 90, \"90s\", \"15m\", \"2h\" or \"1d\"")
        }
        guard duration >= .milliseconds(least) else {
            return ValueProblem("the shortest that is allowed here is \(Interval.text(.milliseconds(least)))")
        }
        return nil
    }

    private static func textProblem(_ text: String, _ kind: ValueKind) -> ValueProblem? {
        if case .text(mayBeEmpty: true) = kind { return nil }
        if text.isEmpty { return ValueProblem("this may not be empty") }
        if case .pattern(let mayNameField) = kind { return patternProblem(text, mayNameField: mayNameField) }
        // Looked at by scalars only where there is anything but printable ASCII.
        if text.utf8.contains(where: { $0 < 0x20 || $0 > 0x7E }),
            text.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
        {
            return ValueProblem("control characters are not allowed here")
        }
        switch kind {
        case .url(let schemes): return AddressRule.problem(text, schemes: schemes)
        case .feedAddress: return AddressRule.feedProblem(text)
        case .choice(let words): return choiceProblem(text, words)
        case .timeOfDay:
            return TimeOfDay.minutes(text) == nil
                ? ValueProblem("\"\(text)\" is no time of day", hint: "write \"08:00\"") : nil
        case .hours:
            return TimeOfDay.hours(text) == nil
                ? ValueProblem("\"\(text)\" are no hours", hint: "write \"22:00-07:00\"") : nil
        default: return nil
        }
    }

    private static func choiceProblem(_ text: String, _ words: [String]) -> ValueProblem? {
        guard !words.contains(text) else { return nil }
        let nearest = Suggestion.nearest(to: text, among: words)
        return ValueProblem(
            "expected \(ValueKind.choice(words).expectation), found \"\(text.prefix(40))\"",
            hint: nearest.map { "did you mean \"\($0)\"?" })
    }

    private static func patternProblem(_ text: String, mayNameField: Bool) -> ValueProblem? {
        let pattern = mayNameField ? FilterRule(text: text).pattern : text
        guard !pattern.isEmpty else { return ValueProblem("the regular expression is empty") }
        do {
            _ = try Pattern(pattern)
            return nil
        } catch {
            return ValueProblem(
                "this regular expression does not compile: \(error.message)",
                hint: "at its character \(error.offset + 1)")
        }
    }
}

/// Times of day as minutes since midnight.
enum TimeOfDay {
    /// `08:00` gives 480.
    static func minutes(_ text: some StringProtocol) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts.allSatisfy({
                (1...2).contains($0.utf8.count) && $0.utf8.allSatisfy { (48...57).contains($0) }
            }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }

    /// `22:00-07:00` gives both ends.
    static func hours(_ text: String) -> QuietHours? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let from = minutes(trimmed(parts[0])), let to = minutes(trimmed(parts[1])),
            from != to
        else {
            return nil
        }
        return QuietHours(from: from, to: to)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }
}

extension FilterRule {
    /// Reads `title: pattern` or a bare pattern.
    init(text: String) {
        if let colon = text.firstIndex(of: ":"), let field = Field(rawValue: text[..<colon].lowercased()) {
            let rest = text[text.index(after: colon)...].drop { $0 == " " }
            self.init(field: field, pattern: String(rest))
        } else {
            self.init(pattern: text)
        }
    }
}
