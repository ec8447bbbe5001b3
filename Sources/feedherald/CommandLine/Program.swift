import Host
import Subscriptions

/// Finds the command that a command line means and runs it.
enum Program {
    /// All commands; the watch has no name of its own.
    static let commands: [Command] = [
        .parse, .check, .status, .explain, .push, .discover, .importFeeds, .export, .history, .reset, .retry,
        .resetBadge, .completions, .docs, .names,
    ]

    /// Those that help and completions show.
    static var visible: [Command] { commands.filter { !$0.isHidden } }

    static func run(_ arguments: [String]) async -> ExitStatus {
        let command: Command
        var rest = arguments
        if let first = arguments.first, let named = commands.first(where: { $0.name == first }) {
            command = named
            rest.removeFirst()
        } else {
            command = .watch
        }
        let invocation: Invocation
        do throws(OptionError) {
            invocation = Invocation(
                parsed: try OptionReader.read(rest, (command.options + SharedOptions.all).map(\.option)))
        } catch {
            return complain(about: error, of: command)
        }
        if invocation.has("help") {
            Output.line(HelpText.make(command))
            return .fine
        }
        if invocation.has("version") {
            Output.line(VersionText.text)
            return .fine
        }
        if let format = invocation.value("log-format"), format != "text", format != "json" {
            return usage("--log-format is text or json, not \"\(format)\"", of: command)
        }
        return await command.run(invocation)
    }

    private static func complain(about error: OptionError, of command: Command) -> ExitStatus {
        switch error {
        case .unknown(let text):
            let names = (command.options + SharedOptions.all).map { "--\($0.option.name)" }
            let word = String(text.prefix { $0 != "=" })
            if command.name.isEmpty, word.dropFirst().first?.isNumber == true {
                return usage("DELAY must be more than 0, not \"\(word)\"", of: command)
            }
            let nearest = word.hasPrefix("--") ? Suggestion.nearest(to: word, among: names) : nil
            return usage(
                "unknown option \(word)" + (nearest.map { "; did you mean \($0)?" } ?? ""), of: command)
        case .missingValue(let text): return usage("\(text) needs a value", of: command)
        case .unwantedValue(let name): return usage("--\(name) takes no value", of: command)
        }
    }

    /// Says that there is nothing of that name, and which name may be meant.
    static func unknown(
        _ kind: String, _ name: String, among names: [String], of command: Command
    ) -> ExitStatus {
        let nearest = Suggestion.nearest(to: name, among: names)
        return usage(
            "there is no \(kind) \"\(name)\"" + (nearest.map { "; did you mean \"\($0)\"?" } ?? ""),
            of: command)
    }

    /// Says what is wrong with the command line and where help is.
    static func usage(_ message: String, of command: Command) -> ExitStatus {
        Output.error("feedherald: \(message)")
        Output.error("Try \"feedherald\(command.name.isEmpty ? "" : " \(command.name)") --help\".")
        return .usage
    }
}
