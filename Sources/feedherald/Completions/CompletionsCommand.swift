import Host

extension Command {
    static let completions = Command(
        name: "completions", operands: "bash|zsh|fish", summary: "Prints completions for a shell.",
        examples: [
            (
                "feedherald completions bash > ~/.local/share/bash-completion/completions/feedherald",
                "for bash"
            ),
            ("feedherald completions zsh > ~/.zfunc/_feedherald", "for zsh, with ~/.zfunc in fpath"),
            ("feedherald completions fish > ~/.config/fish/completions/feedherald.fish", "for fish"),
        ],
        run: { CompletionsCommand.run($0) })
}

/// `feedherald completions`.
enum CompletionsCommand {
    static func run(_ invocation: Invocation) -> ExitStatus {
        guard invocation.operands.count == 1 else {
            return Program.usage("completions needs one of bash, zsh or fish", of: .completions)
        }
        switch invocation.operands[0] {
        case "bash": Output.line(BashCompletions.text)
        case "zsh": Output.line(ZshCompletions.text)
        case "fish": Output.line(FishCompletions.text)
        default:
            return Program.usage(
                "completions knows bash, zsh or fish, not \"\(invocation.operands[0])\"", of: .completions)
        }
        return .fine
    }
}

/// What may stand in a place of the command line, for all shells.
enum CompletionKind: Equatable {
    case file
    case folder
    case words([String])
    /// Names that `feedherald names` prints: `feeds` or `sinks`.
    case names(String)
    case nothing

    /// By what help calls the place.
    init(_ place: String) {
        self =
            switch place {
            case "PATH", "FILE", "FILE|-", "FILE|URL|-": .file
            case "DIR": .folder
            case "FEED", "[FEED]": .names("feeds")
            case "[SINK…]": .names("sinks")
            case _ where place.contains("|"): .words(place.split(separator: "|").map(String.init))
            default: .nothing
            }
    }
}

extension OptionHelp {
    /// What may follow the option; nil for options without a value.
    ///
    /// A sound's FILE is none of this machine.
    var completion: CompletionKind? {
        option.value.map { option.name == "sound" ? .nothing : CompletionKind($0) }
    }

    /// The ways to write it: `--config`, `-c`.
    var words: [String] { ["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? []) }
}
