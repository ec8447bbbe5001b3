/// The text of `--help`.
enum HelpText {
    static func make(_ command: Command) -> String {
        command.name.isEmpty ? program : text(of: command)
    }

    private static func text(of command: Command) -> String {
        var lines = [
            "Usage: feedherald \(command.name) [options] \(command.operands)".trimmed, "", command.summary,
        ]
        if !command.details.isEmpty { lines += ["", command.details] }
        lines += ["", "Options:"] + options(command.options + SharedOptions.all)
        lines += examples(command)
        return lines.joined(separator: "\n")
    }

    private static var program: String {
        let watch = Command.watch
        var lines = [
            "Usage: feedherald DELAY [options]      watch the feeds of feeds.json for ever",
            "       feedherald --once [options]     poll every feed that is due, deliver, exit",
            "       feedherald COMMAND [options]    see below", "", watch.summary, "", watch.details, "",
            "Commands:",
        ]
        let width = Program.visible.map { "\($0.name) \($0.operands)".count }.max() ?? 0
        for command in Program.visible {
            lines.append(
                "  " + "\(command.name) \(command.operands)".padded(to: width) + "  " + command.summary)
        }
        lines += ["", "Options:"] + options(watch.options + SharedOptions.all)
        lines += examples(watch)
        lines += ["", "\"feedherald COMMAND --help\" tells more of a command."]
        return lines.joined(separator: "\n")
    }

    private static func options(_ options: [OptionHelp]) -> [String] {
        let width = options.map(\.shape.count).max() ?? 0
        return options.map { "  " + $0.shape.padded(to: width) + "  " + $0.summary }
    }

    private static func examples(_ command: Command) -> [String] {
        guard !command.examples.isEmpty else { return [] }
        return ["", "Examples:"] + command.examples.flatMap { ["  \($0.line)", "      \($0.what)"] }
    }
}

extension String {
    func padded(to width: Int) -> String {
        count < width ? self + String(repeating: " ", count: width - count) : self
    }

    var trimmed: String {
        var text = Substring(self)
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
