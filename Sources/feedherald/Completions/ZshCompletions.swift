import Host

/// Completions for zsh's compinit.
enum ZshCompletions {
    static var text: String {
        let names = Program.visible.map { "        \(quoted("\($0.name):\($0.summary)"))" }
        return """
            #compdef feedherald
            # zsh completion for feedherald; made by "feedherald completions zsh".
            _feedherald_names() {
                local -a names
                names=("${(@f)$(feedherald names $1 2>/dev/null)}")
                compadd -a names
            }
            _feedherald() {
                local -a commands
                local command
                commands=(
            \(names.joined(separator: "\n"))
                )
                command=${words[(r)(\(Program.visible.map(\.name).joined(separator: "|")))]}
                case $command in
            \(Program.visible.map(branch).joined(separator: "\n"))
                    *)
                        _arguments \(arguments(Command.watch.options + SharedOptions.all)) \\
                            '1:command:{_describe command commands}'
                        ;;
                esac
            }
            if [ "$funcstack[1]" = "_feedherald" ]; then _feedherald "$@"; else compdef _feedherald feedherald; fi
            """
    }

    private static func branch(_ command: Command) -> String {
        let options = arguments(command.options + SharedOptions.all)
        let operand =
            command.operands.isEmpty ? "" : " '*:operand:\(action(CompletionKind(command.operands)))'"
        return """
                    \(command.name))
                        _arguments '1:command:(\(command.name))' \(options)\(operand)
                        ;;
            """
    }

    private static func arguments(_ options: [OptionHelp]) -> String {
        options.flatMap { option in
            option.words.map { word in
                let isLong = word.hasPrefix("--")
                let end = option.completion.map {
                    "\(isLong ? "=" : "+")[\(escaped(option.summary))]:\(option.option.value ?? ""):\(action($0))"
                        .replacing("|", with: "\\|")
                }
                return quoted(word + (end ?? "[\(escaped(option.summary))]"))
            }
        }.joined(separator: " ")
    }

    private static func action(_ kind: CompletionKind) -> String {
        switch kind {
        case .file: "_files"
        case .folder: "_files -/"
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .names(let what): "{_feedherald_names \(what)}"
        case .nothing: " "
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("[", with: "\\[").replacing("]", with: "\\]").replacing(":", with: "\\:")
    }

    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
