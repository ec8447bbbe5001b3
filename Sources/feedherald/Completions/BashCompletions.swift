import Host

/// Completions for bash, without the help of the bash-completion package.
enum BashCompletions {
    static var text: String {
        """
        # bash completion for feedherald; made by "feedherald completions bash".
        _feedherald() {
            local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= word
            COMPREPLY=()
            for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                case $word in
                    \(Program.visible.map(\.name).joined(separator: "|"))) command=$word; break ;;
                esac
            done
            case $prev in
        \(values.joined(separator: "\n"))
            esac
            if [[ $cur == -* ]]; then
                case $command in
        \(options.joined(separator: "\n"))
                esac
                return
            fi
            case $command in
                "") COMPREPLY=($(compgen -W "\(Program.visible.map(\.name).joined(separator: " "))" -- "$cur")) ;;
        \(operands.joined(separator: "\n"))
            esac
        }
        _feedherald_names() {
            local IFS=$'\\n' name
            while read -r name; do
                [[ $name == "$cur"* ]] && COMPREPLY+=("$(printf %q "$name")")
            done < <(feedherald names "$1" 2>/dev/null)
        }
        complete -F _feedherald feedherald
        """
    }

    /// What follows options that take a value; equal ones on one line.
    private static var values: [String] {
        var seen: Set<String> = []
        var lines: [String] = []
        for option in ([Command.watch] + Program.visible).flatMap(\.options) + SharedOptions.all {
            guard let kind = option.completion else { continue }
            let words = option.words.filter { seen.insert($0).inserted }
            guard !words.isEmpty else { continue }
            lines.append(
                "        \(words.joined(separator: "|"))) \(reply(kind)) return ;;".replacing(
                    "  return", with: " return"))
        }
        return lines
    }

    private static var options: [String] {
        ([Command.watch] + Program.visible).map { command in
            let words = (command.options + SharedOptions.all).flatMap(\.words).joined(separator: " ")
            let name = command.name.isEmpty ? "\"\"" : command.name
            return "            \(name)) COMPREPLY=($(compgen -W \"\(words)\" -- \"$cur\")) ;;"
        }
    }

    private static var operands: [String] {
        Program.visible.compactMap { command in
            let kind = CompletionKind(command.operands)
            return kind == .nothing ? nil : "        \(command.name)) \(reply(kind)) ;;"
        }
    }

    private static func reply(_ kind: CompletionKind) -> String {
        switch kind {
        case .file: "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$cur\"));"
        case .folder: "compopt -o filenames; COMPREPLY=($(compgen -d -- \"$cur\"));"
        case .words(let words): "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$cur\"));"
        case .names(let what): "_feedherald_names \(what);"
        case .nothing: ""
        }
    }
}
