import FeedModel
import Host
import Pipeline
import Subscriptions

extension Command {
    static let watch = Command(
        name: "", operands: "DELAY",
        summary:
            "Announces what is new on the feeds of feeds.json: one line an entry on standard output, and to every sink.",
        details: """
            DELAY is the time between two polls of a feed: seconds, or with a unit (90s, 15m, 2h, 1d).
            SIGHUP reads feeds.json again, SIGUSR1 polls now, SIGTERM and SIGINT finish and save.
            """,
        options: [
            OptionHelp("once", says: "poll every feed that is due, deliver, exit"),
            OptionHelp(
                "dry-run", "n",
                says: "one sweep that changes and sends nothing and says what it would announce"),
            OptionHelp("adaptive", value: "MAX", says: "follow each feed's rhythm between DELAY and MAX"),
            OptionHelp("metrics", value: "FILE", says: "write Prometheus metrics there"),
        ],
        examples: [
            ("feedherald 15m", "watch, each feed every quarter of an hour"),
            ("feedherald --once", "one sweep, for cron"),
            ("feedherald -n", "what the next sweep would announce, and where to"),
            ("feedherald 5m --adaptive 6h -v", "busy feeds often, quiet ones seldom, with a tick per sweep"),
        ],
        run: { await WatchCommand(invocation: $0).run() })
}

/// `feedherald DELAY` and `feedherald --once`.
struct WatchCommand {
    let invocation: Invocation

    func run() async -> ExitStatus {
        switch readArguments() {
        case .failure(let status): return status
        case .success(let arguments): return await run(arguments)
        }
    }

    struct Arguments {
        var delay: Duration?
        var adaptiveLimit: Duration?
    }

    private func readArguments() -> Result<Arguments, ExitStatus> {
        var arguments = Arguments()
        if let word = invocation.operands.first {
            guard let delay = Interval.parse(word) else { return .failure(complain(about: word)) }
            guard delay > .zero else {
                return .failure(Program.usage("DELAY must be more than 0, not \"\(word)\"", of: .watch))
            }
            arguments.delay = delay
        }
        if invocation.operands.count > 1 {
            return .failure(
                Program.usage("one DELAY is enough; \"\(invocation.operands[1])\" is too much", of: .watch))
        }
        if let text = invocation.value("adaptive") {
            guard let limit = Interval.parse(text), limit > .zero else {
                return .failure(
                    Program.usage("--adaptive needs a duration such as 6h, not \"\(text)\"", of: .watch))
            }
            arguments.adaptiveLimit = limit
        }
        return .success(arguments)
    }

    private func complain(about word: String) -> ExitStatus {
        if Program.commands.contains(where: { $0.name == word }) {
            return Program.usage("the command comes first: feedherald \(word)", of: .watch)
        }
        if word.first?.isLetter == true, Double(word) == nil {
            return Program.unknown("command", word, among: Program.visible.map(\.name), of: .watch)
        }
        return Program.usage(
            "\"\(word)\" is no DELAY; write seconds (60) or a duration (90s, 15m, 2h, 1d)", of: .watch)
    }

    private func run(_ arguments: Arguments) async -> ExitStatus {
        // Before any thread starts, so that all inherit what is blocked.
        let signals = Signals.stream()
        CurrentProcess.raiseFileLimit()
        let progress = LogSettings.progress(invocation)
        let log = LogSettings.log(invocation, progress: progress)
        let path = Places.configuration(invocation)
        guard let list = await Configuration.load(path, log: log) else { return .configuration }
        if invocation.has("dry-run") {
            let isJSON = LogSettings.isJSON(invocation)
            return await DryRun(list: list, state: Places.state(invocation), isJSON: isJSON, log: log).run()
        }
        let isOnce = invocation.has("once")
        guard isOnce || arguments.delay != nil || list.delay != nil else {
            return Program.usage("DELAY is missing: give it, or set \"delay\" in \(path)", of: .watch)
        }
        var options = HeraldOptions(state: Places.state(invocation), version: VersionText.version)
        options.delay = arguments.delay
        options.adaptiveLimit = arguments.adaptiveLimit
        options.isOnce = isOnce
        options.isJSON = LogSettings.isJSON(invocation)
        options.isColoured = LogSettings.isColoured
        options.metrics = invocation.value("metrics")
        let session = WatchSession(
            list: list, path: path, options: options, log: log, manager: ServiceManager(), signals: signals,
            progress: progress)
        return await session.run()
    }
}
