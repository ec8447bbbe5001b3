import FeedModel
import Host
import Subscriptions

extension Command {
    static let check = Command(
        name: "check", operands: "",
        summary: "Reads feeds.json and reports every fault with line and column.",
        examples: [("feedherald check -c /etc/feedherald/feeds.json", "check that file")],
        run: { await CheckCommand(invocation: $0).run() })
}

/// `feedherald check`.
struct CheckCommand {
    let invocation: Invocation

    func run() async -> ExitStatus {
        let path = Places.configuration(invocation)
        guard let list = await Configuration.load(path) else { return .configuration }
        Output.line("\(path): \(list.subscriptions.count) feeds, \(list.sinks.count) sinks, no faults")
        return .fine
    }
}
