import FeedModel
import Host
import Pipeline

extension Command {
    static let explain = Command(
        name: "explain", operands: "FEED",
        summary: "Fetches a feed without changing anything and says why each entry is new or not.",
        details: "FEED is the feed's name, its title, its address, or an unmistakable part of them.",
        options: [OptionHelp("json", says: "print one JSON object a line, one line an entry")],
        examples: [
            ("feedherald explain \"Swift releases\"", "why nothing was announced, or too much"),
            ("feedherald explain https://example.org/feed.atom", "the same by address"),
        ],
        run: { await ExplainCommand(invocation: $0).run() })
}

/// `feedherald explain`.
struct ExplainCommand {
    let invocation: Invocation

    func run() async -> ExitStatus {
        guard let word = invocation.operands.first, invocation.operands.count == 1 else {
            return Program.usage("explain needs one FEED", of: .explain)
        }
        let path = Places.configuration(invocation)
        guard let list = await Configuration.load(path) else { return .configuration }
        let state = Places.state(invocation)
        do throws(Failure) {
            let feed = try FeedFinder(list, state: state).find(word)
            let explanation = try await Explanation.make(
                feed, of: list, state: state, version: VersionText.version)
            Output.lines(
                invocation.has("json")
                    ? explanation.lines.map(Self.json)
                    : Self.text(explanation, now: HeraldClock.system.now()))
            return .fine
        } catch {
            Output.error(error)
            return error.stage == .parsing ? .notFeed : .inputMissing
        }
    }

    static func text(_ explanation: Explanation, now: Timestamp) -> [String] {
        var lines = ["\(Clean.line(explanation.name)) (\(explanation.url))"]
        lines.append("  the document has \(count(explanation.entries, "entry", "entries")) now")
        if explanation.isFirst {
            lines.append(
                "  nothing is stored yet: this would be its first document, for which \"first\" decides")
        } else {
            let newest = explanation.newest.map { ", the newest of \($0.rfc3339)" } ?? ""
            lines.append("  \(count(explanation.remembered, "article", "articles")) remembered\(newest)")
        }
        if let poll = explanation.lastPoll {
            lines.append("  last polled \(RelativeTime.text(poll, now: now))")
        }
        if let next = explanation.nextPoll {
            let reason = explanation.nextPollReason.map { ": \(Clean.line($0))" } ?? ""
            lines.append("  next poll \(next <= now ? "now" : RelativeTime.text(next, now: now))\(reason)")
        }
        for line in explanation.lines {
            let title = Clean.line(line.title ?? line.id)
            let date = line.published?.rfc3339 ?? "no date             "
            lines.append("\(line.verdict.uppercased().padded(to: 10)) \(date)  \(title)")
            let sinks = line.sinks.isEmpty ? "" : ", to \(line.sinks.joined(separator: ", "))"
            lines.append("           \(Clean.line(line.reason))\(sinks)")
        }
        let announced = explanation.lines.count { $0.isAnnounced }
        lines.append("\(count(announced, "entry", "entries")) would be announced")
        return lines
    }

    private static func count(_ number: Int, _ one: String, _ many: String) -> String {
        "\(number) \(number == 1 ? one : many)"
    }

    private static func json(_ line: Explanation.Line) -> String {
        JSONValue.object([
            JSONMember("verdict", .string(line.verdict)), JSONMember("announced", .bool(line.isAnnounced)),
            JSONMember("reason", .string(line.reason)), JSONMember("id", .string(line.id)),
            JSONMember("title", .optional(line.title)),
            JSONMember("published", .optional(line.published?.rfc3339)),
            JSONMember("sinks", .array(line.sinks.map { .string($0) })),
        ]).text
    }
}
