import FeedModel
import Host
import Pipeline
import Subscriptions

extension Command {
    static let check = Command(
        name: "check", operands: "",
        summary: "Reads feeds.json, reports every fault with line and column, says what is polled how often.",
        details: """
            Secrets are had, keys read and templates tried as for a start. It ends with 78 when something is wrong,
            with --online also with 69 when a sink cannot be reached; nothing is sent to any.
            """,
        options: [OptionHelp("online", says: "see whether each sink can be reached now")],
        examples: [
            ("feedherald check -c /etc/feedherald/feeds.json", "check that file"),
            ("feedherald check --online", "are all sinks there?"),
        ],
        run: { await CheckCommand(invocation: $0).run() })
}

/// `feedherald check`.
struct CheckCommand {
    let invocation: Invocation

    func run() async -> ExitStatus {
        guard invocation.operands.isEmpty else {
            return Program.usage(
                "check takes no \"\(invocation.operands[0])\"; name a file with -c", of: .check)
        }
        let path = Places.configuration(invocation)
        guard let list = await Configuration.load(path) else { return .configuration }
        let review = SinkReview(state: Places.state(invocation), version: VersionText.version)
        var status = ExitStatus.fine
        for sink in list.sinks {
            guard let fault = await review.fault(of: sink) else { continue }
            status = .configuration
            say(fault, of: sink, in: path)
        }
        guard status == .fine else { return status }
        if !invocation.has("quiet") { Output.lines(Self.feeds(list, width: Output.width) + [""]) }
        for sink in list.sinks {
            let kind = sink.typeName == sink.name ? "" : " (\(sink.typeName))"
            guard invocation.has("online") else {
                Output.line("sink \(Clean.line(sink.name))\(kind)")
                continue
            }
            let trouble = await review.trouble(of: sink)
            if trouble != nil { status = .unavailable }
            let state = trouble.map { "not reachable: \(Clean.line($0.message))" } ?? "reachable"
            Output.line("sink \(Clean.line(sink.name))\(kind): \(state)")
        }
        for sink in list.sinks {
            for remark in await review.remarks(on: sink) {
                Output.error("warning: \(Clean.line(sink.name)): \(Clean.line(remark.sentence))")
            }
        }
        for remark in Self.remarks(list) { Output.error("note: \(remark)") }
        Output.line(
            "\(path): \(Self.count(list.subscriptions.count, "feed")), \(Self.count(list.sinks.count, "sink")), no faults"
        )
        return status
    }

    private func say(_ fault: Failure, of sink: SinkSettings, in path: String) {
        Output.error(
            "\(path): sink \"\(Clean.line(sink.name))\": \(Clean.line(fault.message))"
                + (fault.hint.map { " (\(Clean.line($0)))" } ?? ""))
    }

    /// What is polled how often and goes where.
    static func feeds(_ list: SubscriptionList, width: Int?) -> [String] {
        var table = TextTable([
            .init(title: "EVERY"), .init(title: "FEED", least: 16, givesWay: 2),
            .init(title: "ADDRESS", least: 16, givesWay: 1), .init(title: "SINKS", least: 8, givesWay: 3),
        ])
        for feed in list.subscriptions {
            let delay = (feed.delay ?? list.delay).map { Interval.text($0) } ?? "DELAY"
            table.rows.append([
                feed.isPaused ? "paused" : delay, Clean.line(feed.name ?? "-"),
                Clean.line(URLMask.masked(feed.url)),
                feed.sinks.map { $0.isEmpty ? "none" : $0.joined(separator: ", ") } ?? "all",
            ])
        }
        return table.lines(width: width)
    }

    /// What is allowed and still worth a thought.
    static func remarks(_ list: SubscriptionList) -> [String] {
        var remarks: [String] = []
        let hasty = list.subscriptions.filter { feed in
            feed.url.hasPrefix("http") && !feed.isPaused
                && (feed.delay ?? list.delay ?? .seconds(3600)) < .seconds(300)
        }
        if !hasty.isEmpty {
            remarks.append(
                "\(count(hasty.count, "feed")) asked more often than every 5m; many publishers ask for 15m or more"
            )
        }
        let idle = list.sinks.filter { sink in
            sink.typeName != "console"
                && !list.subscriptions.contains { $0.sinks?.contains(sink.name) ?? true }
        }
        for sink in idle { remarks.append("no feed announces to the sink \"\(Clean.line(sink.name))\"") }
        return remarks
    }

    private static func count(_ number: Int, _ word: String) -> String {
        "\(number) \(word)\(number == 1 ? "" : "s")"
    }
}
