import FeedModel
import Pipeline

extension Command {
    static let history = Command(
        name: "history", operands: "[FEED]", summary: "Shows what was announced, newest first.",
        details: "FEED is the feed's name, its title, its address, or an unmistakable part of them.",
        options: [
            OptionHelp("max", "m", value: "N", says: "at most so many lines (50)"),
            OptionHelp("json", says: "print the lines as they are stored, one JSON object each"),
        ],
        examples: [
            ("feedherald history -m 10", "the last ten announcements"),
            ("feedherald history xkcd", "those of one feed"),
        ],
        run: { await HistoryCommand(invocation: $0).run() })
}

/// `feedherald history`.
struct HistoryCommand {
    let invocation: Invocation

    func run() async -> ExitStatus {
        guard invocation.operands.count < 2 else {
            return Program.usage("history takes one FEED at most", of: .history)
        }
        let text = invocation.value("max") ?? "50"
        guard let limit = Int(text), limit > 0 else {
            return Program.usage("--max needs a number above 0, not \"\(text)\"", of: .history)
        }
        let state = Places.state(invocation)
        do throws(Failure) {
            var feed: Subscription?
            if let word = invocation.operands.first {
                let path = Places.configuration(invocation)
                guard let list = await Configuration.load(path, needsSecrets: false) else {
                    return .configuration
                }
                feed = try FeedFinder(list, state: state).find(word)
            }
            let report = try HistoryReport.read(state: state, feed: feed, limit: limit)
            Output.lines(report.lines.map { invocation.has("json") ? $0.json : Self.text($0) })
            if report.lines.isEmpty { Output.error("Nothing was announced yet.") }
            return .fine
        } catch {
            Output.error(error)
            return .inputMissing
        }
    }

    /// The console's line, with where it went.
    static func text(_ line: HistoryReport.Line) -> String {
        let author = line.author.map { "\(Clean.line($0)) - " } ?? ""
        let title = Clean.line(line.title ?? line.id)
        let link = line.link.map { " \(Clean.line($0))" } ?? ""
        let place =
            line.isSummarised
            ? "behind \"and more\"" : line.sinks.isEmpty ? "no sink" : line.sinks.joined(separator: ", ")
        return
            "\(line.time.rfc3339) \(line.kind.rawValue.uppercased()) \(Clean.line(line.feed)): \(author)\(title)\(link) [\(Clean.line(place))]"
    }
}
