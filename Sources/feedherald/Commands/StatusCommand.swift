import FeedModel
import Host
import Pipeline

extension Command {
    static let status = Command(
        name: "status", operands: "",
        summary: "Shows what is stored of every feed, while the watch runs or not.",
        details: """
            For each feed: the newest entry, the last answer, the next poll and why then, deliveries owed, trouble.
            It ends with 1 when something needs a person: a feed that is gone or has been failing for a day
            ("failureNotice"), deliveries that have been failing for an hour, announcements given up, a sink that
            stopped because its receiver is gone for good (410).
            """,
        options: [OptionHelp("json", says: "print one JSON object")],
        examples: [
            ("feedherald status", "a table"),
            ("feedherald status --json | jq '.feeds[] | select(.failures > 0)'", "only feeds that fail"),
        ],
        run: { await StatusCommand(invocation: $0).run() })
}

/// `feedherald status`.
struct StatusCommand {
    let invocation: Invocation

    func run() async -> ExitStatus {
        guard invocation.operands.isEmpty else {
            return Program.usage("status takes no \"\(invocation.operands[0])\"", of: .status)
        }
        let path = Places.configuration(invocation)
        guard let list = await Configuration.load(path, needsSecrets: false) else { return .configuration }
        let now = HeraldClock.system.now()
        do throws(Failure) {
            let report = try StatusReport.read(list, state: Places.state(invocation), now: now)
            if invocation.has("json") {
                Output.line(report.json)
            } else {
                Output.lines(Self.table(report, now: now, width: Output.width))
            }
            return report.needsAttention ? .attention : .fine
        } catch {
            Output.error(error)
            return .stateUnwritable
        }
    }

    static func table(_ report: StatusReport, now: Timestamp, width: Int?) -> [String] {
        var table = TextTable([
            .init(title: "FEED", least: 16, givesWay: 2), .init(title: "NEWEST", least: 8),
            .init(title: "LAST ANSWER", least: 16, givesWay: 1),
            .init(title: "NEXT POLL", least: 8, givesWay: 3),
            .init(title: "OWED"), .init(title: "TROUBLE", least: 10, givesWay: 4),
        ])
        for feed in report.feeds {
            table.rows.append([
                Clean.line(feed.name), feed.newest.map { RelativeTime.text($0, now: now) } ?? "-",
                answer(feed, now), next(feed, now), "\(feed.owedCount)", trouble(feed, now),
            ])
        }
        return table.lines(width: width) + [""] + report.stopped.map { stopped($0, now) }
            + report.dropped.map { dropped($0, now) }
            + [summary(report)]
    }

    private static func dropped(_ device: StatusReport.DroppedDevice, _ now: Timestamp) -> String {
        "the device \(Clean.line(device.label)) of \(Clean.line(device.sink)) is dropped "
            + "(\(RelativeTime.text(device.since, now: now))): \(Clean.line(device.reason))"
    }

    private static func stopped(_ sink: StatusReport.StoppedSink, _ now: Timestamp) -> String {
        let name = Clean.line(sink.name)
        return "! the sink \(name) is stopped since \(RelativeTime.text(sink.since, now: now)): "
            + "\(Clean.line(sink.reason)); change its address, or \"feedherald retry \(name)\""
    }

    private static func answer(_ feed: StatusReport.FeedStatus, _ now: Timestamp) -> String {
        guard let poll = feed.lastPoll else { return "never polled" }
        // The failure's words stand in the last column.
        let answer =
            feed.failures > 0 && feed.lastAnswer == feed.lastFailure ? "failed" : feed.lastAnswer ?? "?"
        return "\(Clean.line(answer)) (\(RelativeTime.text(poll, now: now)))"
    }

    private static func next(_ feed: StatusReport.FeedStatus, _ now: Timestamp) -> String {
        if feed.isPaused { return "never: paused" }
        if feed.goneSince != nil { return "never: gone" }
        guard let next = feed.nextPoll else { return "at the start" }
        let time = next <= now ? "now" : RelativeTime.text(next, now: now)
        return feed.nextPollReason.map { "\(time): \(Clean.line($0))" } ?? time
    }

    /// What needs a person, else what goes wrong now.
    private static func trouble(_ feed: StatusReport.FeedStatus, _ now: Timestamp) -> String {
        if let trouble = feed.trouble { return "! " + Clean.line(trouble) }
        if feed.failures > 0, let failure = feed.lastFailure {
            return Clean.line(feed.failures == 1 ? failure : "\(failure) (\(feed.failures) times)")
        }
        if let failure = feed.owedFailure { return Clean.line(failure) }
        return feed.movedTo.map { "moved from \(Clean.line(feed.url)) to \(Clean.line($0))" } ?? ""
    }

    private static func summary(_ report: StatusReport) -> String {
        let failing = report.feeds.count { $0.failures > 0 }
        var parts = ["\(report.feeds.count) \(report.feeds.count == 1 ? "feed" : "feeds")"]
        if failing > 0 { parts.append("\(failing) failing") }
        parts.append("\(report.owed) owed")
        if report.refused > 0 {
            parts.append("\(report.refused) given up (\"feedherald retry\" owes them again)")
        }
        return parts.joined(separator: ", ")
            + "; the watch is \(report.isRunning ? "running" : "not running")"
    }
}
