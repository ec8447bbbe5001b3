public import FeedModel

/// The history of a made-up feed, document by document, with what each one must announce.
///
/// The text of `Fixtures/sequences/*.txt`; their README explains the notation.
public struct FeedSequence: Sendable, CustomStringConvertible {
    /// One answer of the feed's server.
    public struct Step: Sendable {
        public var time: Timestamp
        /// `empty` is a document without entries; `broken` and `error` stand for answers that give none.
        public var answer = "document"
        public var entries: [Entry] = []
        /// Places of entries that must be announced as new.
        public var new: [Int] = []
        /// Places of entries that must be announced as updates.
        public var updates: [Int] = []
    }

    public var name: String
    /// Words after `set`, by name.
    public var settings: [String: String] = [:]
    public var steps: [Step] = []
    public var description: String { name }

    /// Reads the notation; a line that cannot be read is the test author's fault and traps.
    public init(name: String, text: String) {
        self.name = name
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.split(separator: " ")
            switch words.first {
            case nil: continue
            case .some(let word) where word.hasPrefix("#"): continue
            case "set": settings[String(words[1])] = words[2...].joined(separator: " ")
            case "step":
                guard let time = Timestamp(rfc3339: words[1]) else {
                    fatalError("\(name):\(number + 1): time")
                }
                steps.append(Step(time: time, answer: words.count > 2 ? String(words[2]) : "document"))
            default: read(line, number + 1)
            }
        }
    }

    private mutating func read(_ line: Substring, _ number: Int) {
        guard let mark = line.first, "-+^".contains(mark), !steps.isEmpty else {
            fatalError("\(name):\(number): mark")
        }
        let fields = line.dropFirst().split(separator: "|", omittingEmptySubsequences: false).map(
            Self.trimmed)
        guard fields.count == 5 else { fatalError("\(name):\(number): five fields") }
        var entry = Entry(id: fields[0] == "-" ? "made:\(fields[1]) \(fields[3])" : fields[0])
        entry.isIDMade = fields[0] == "-"
        entry.link = fields[1] == "-" ? nil : fields[1]
        entry.published = fields[2] == "-" ? nil : Timestamp(rfc3339: fields[2])
        entry.title = fields[3] == "-" ? nil : fields[3]
        entry.summary = fields[4] == "-" ? nil : Self.text(fields[4])
        let step = steps.count - 1
        if mark == "+" { steps[step].new.append(steps[step].entries.count) }
        if mark == "^" { steps[step].updates.append(steps[step].entries.count) }
        steps[step].entries.append(entry)
    }

    private static func trimmed(_ text: Substring) -> String {
        let end = text.lastIndex { $0 != " " }.map { text.index(after: $0) } ?? text.startIndex
        return String(text[..<end].drop { $0 == " " })
    }

    /// `~7` and `~7 more words` stand for sixty made-up words by the number, and more words behind them.
    private static func text(_ field: String) -> String {
        guard field.hasPrefix("~") else { return field }
        let digits = field.dropFirst().prefix { $0.isNumber }
        return MadeUp.text(seed: UInt64(digits) ?? 0, words: 60) + field.dropFirst(1 + digits.count)
    }
}

/// Made-up words by numbers: the same number, the same words.
public enum MadeUp {
    private static let parts = [
        "ba", "ke", "li", "mo", "nu", "ra", "so", "te", "vi", "zu", "dar", "fen", "gol", "hin", "jap",
    ]

    /// So many words, in sentences of ten.
    public static func text(seed: UInt64, words: Int) -> String {
        var random = SplitMix(seed: seed &* 7919 &+ 17)
        var text = ""
        for place in 0..<words {
            if place > 0 { text += place % 10 == 0 ? ". " : " " }
            text += word(&random)
        }
        return text
    }

    /// One word of two or three syllables, out of a few hundred, so that texts share some.
    public static func word(_ random: inout SplitMix) -> String {
        let count = 2 + Int(random.next() % 2)
        let first = Int(random.next() % 15)
        let tail = (1..<count).map { _ in parts[Int(random.next() % 5)] }.joined()
        return parts[first] + tail
    }
}

/// A small random number generator with a fixed course (Steele, Lea and Flood, "SplitMix", 2014).
public struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
