import FeedModel
import Pipeline
import Subscriptions

extension Command {
    static let export = Command(
        name: "export", operands: "", summary: "Prints the feeds of feeds.json as OPML.",
        details: """
            Addresses with a password or key in them are left out and named on standard error.
            """,
        examples: [("feedherald export > feeds.opml", "take the feeds to another program")],
        run: { await ExportCommand(invocation: $0).run() })
}

/// `feedherald export`.
struct ExportCommand {
    let invocation: Invocation

    func run() async -> ExitStatus {
        guard invocation.operands.isEmpty else {
            return Program.usage("export takes no \"\(invocation.operands[0])\"", of: .export)
        }
        let path = Places.configuration(invocation)
        guard let list = await Configuration.load(path, needsSecrets: false) else { return .configuration }
        let finder = FeedFinder(list, state: Places.state(invocation))
        let (text, hidden) = OPMLWriter.write(list) { finder.name(of: $0) }
        Output.line(text)
        for url in hidden { Output.error("feedherald: \(url) is left out: its address holds a secret") }
        return .fine
    }
}
