import Host

/// One command: what it is called, what it takes, what it does.
struct Command: Sendable {
    let name: String
    /// What stands behind the name: `FILE|URL|-`.
    let operands: String
    /// One sentence.
    let summary: String
    /// What help says below the options, besides the examples.
    var details = ""
    /// Options beside the shared ones.
    var options: [OptionHelp] = []
    var examples: [(line: String, what: String)] = []
    /// Whether help and completions pass it over.
    var isHidden = false
    let run: @Sendable (Invocation) async -> ExitStatus
}

/// An option and its line of help.
struct OptionHelp: Sendable {
    let option: LongOption
    let summary: String

    init(_ name: String, _ letter: Character? = nil, value: String? = nil, says summary: String) {
        option = LongOption(name, letter, value: value)
        self.summary = summary
    }

    /// `-c, --config PATH`.
    var shape: String {
        let letter = option.letter.map { "-\($0), " } ?? "    "
        return "\(letter)--\(option.name)" + (option.value.map { " \($0)" } ?? "")
    }
}

/// The options that every command takes.
enum SharedOptions {
    static let all = [
        OptionHelp("config", "c", value: "PATH", says: "read feeds.json there"),
        OptionHelp("state", "s", value: "DIR", says: "remember in this folder"),
        OptionHelp("verbose", "v", says: "say more; twice for details"),
        OptionHelp("quiet", "q", says: "say errors only"),
        OptionHelp("log-format", value: "text|json", says: "the form of what is said"),
        OptionHelp("help", "h", says: "print this help"),
        OptionHelp("version", says: "print the versions"),
    ]
}

/// A command line that was read: the command's options and words.
struct Invocation: Sendable {
    let parsed: ParsedOptions

    var operands: [String] { parsed.operands }

    func has(_ name: String) -> Bool { parsed.items.contains { $0.name == name } }

    func count(_ name: String) -> Int { parsed.items.count { $0.name == name } }

    /// The last value given for an option.
    func value(_ name: String) -> String? { parsed.items.last { $0.name == name }?.value }
}
