import Host

/// Completions for fish.
enum FishCompletions {
    static var text: String {
        let names = Program.visible.map(\.name).joined(separator: " ")
        var lines = [
            "# fish completion for feedherald; made by \"feedherald completions fish\".",
            "complete -c feedherald -f",
        ]
        let isFirst = "-n \(quoted("not __fish_seen_subcommand_from \(names)"))"
        for command in Program.visible {
            lines.append("complete -c feedherald \(isFirst) -a \(command.name) -d \(quoted(command.summary))")
        }
        lines += SharedOptions.all.map { option($0, condition: "") }
        lines += Command.watch.options.map { option($0, condition: " \(isFirst)") }
        for command in Program.visible {
            let condition = " -n \(quoted("__fish_seen_subcommand_from \(command.name)"))"
            lines += command.options.map { option($0, condition: condition) }
            if let words = argument(CompletionKind(command.operands)) {
                lines.append("complete -c feedherald\(condition) \(words)")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func option(_ help: OptionHelp, condition: String) -> String {
        var line = "complete -c feedherald\(condition) -l \(help.option.name)"
        if let letter = help.option.letter { line += " -s \(letter)" }
        if let kind = help.completion { line += " -r" + (argument(kind).map { " \($0)" } ?? "") }
        return line + " -d \(quoted(help.summary))"
    }

    private static func argument(_ kind: CompletionKind) -> String? {
        switch kind {
        case .file: "-F"
        case .folder: "-a \(quoted("(__fish_complete_directories)"))"
        case .words(let words): "-a \(quoted(words.joined(separator: " ")))"
        case .names(let what): "-a \(quoted("(feedherald names \(what) 2>/dev/null)"))"
        case .nothing: nil
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
