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
        if arguments.first == "help" { return help(Array(arguments.dropFirst())) }
        var command = Command.watch
        var rest = arguments
        if let place = commandPlace(arguments), let named = named(arguments[place]) {
            command = named
            rest.remove(at: place)
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
        for name in ["config", "state"] where invocation.value(name)?.isEmpty == true {
            return usage("--\(name) needs a path, not nothing", of: command)
        }
        if let format = invocation.value("log-format"), format != "text", format != "json" {
            return usage("--log-format is text or json, not \"\(format)\"", of: command)
        }
        return await command.run(invocation)
    }

    private static func named(_ word: String) -> Command? { commands.first { $0.name == word } }

    /// Where the command's name stands: first, or behind options that every command takes.
    private static func commandPlace(_ arguments: [String]) -> Int? {
        var place = arguments.startIndex
        while place < arguments.endIndex, arguments[place].hasPrefix("-"), arguments[place] != "--" {
            let word = arguments[place]
            let shared = SharedOptions.all.map(\.option).first {
                word == "--\($0.name)" || word.hasPrefix("--\($0.name)=")
                    || ($0.letter.map { word == "-\($0)" } ?? false)
            }
            guard let shared else { return nil }
            place += shared.value != nil && !word.contains("=") ? 2 : 1
        }
        return place < arguments.endIndex ? place : nil
    }

    /// `feedherald help [COMMAND]`, as people try it.
    private static func help(_ words: [String]) -> ExitStatus {
        guard let word = words.first else {
            Output.line(HelpText.make(.watch))
            return .fine
        }
        guard let command = named(word) else {
            return unknown("command", word, among: visible.map(\.name), of: .watch)
        }
        Output.line(HelpText.make(command))
        return .fine
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
