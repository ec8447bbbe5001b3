import FeedModel
import Host
import Pipeline

extension Command {
    static let push = Command(
        name: "push", operands: "[SINK…]",
        summary: "Sends one message by hand, a sample when no text is given.",
        details: """
            Without a SINK it goes to all of feeds.json. Nothing is stored, and a watch may run meanwhile.
            It ends with 69 when a sink, or a device of it, refused or could not be
            reached.
            """,
        options: [
            OptionHelp("title", "t", value: "TEXT", says: "the message's title"),
            OptionHelp("body", "b", value: "TEXT", says: "the message's text"),
            OptionHelp("badge", value: "N", says: "the number on the app's icon (apns)"),
            OptionHelp("sound", value: "FILE", says: "the sound's name (apns)"),
        ],
        examples: [
            ("feedherald push phone", "does the phone ring?"),
            ("feedherald push --title Dinner --body \"It is ready\"", "to everybody"),
            ("feedherald push phone --badge 0 --body \"All read\"", "clear the badge"),
        ],
        run: { await PushCommand(invocation: $0).run() })
}

/// `feedherald push`.
struct PushCommand {
    let invocation: Invocation

    func run() async -> ExitStatus {
        var text = HandPush.Text(
            title: invocation.value("title"), body: invocation.value("body"), sound: invocation.value("sound")
        )
        if let word = invocation.value("badge") {
            guard let badge = Int(word), (0...99_999).contains(badge) else {
                return Program.usage("--badge needs a number from 0 to 99999, not \"\(word)\"", of: .push)
            }
            text.badge = badge
        }
        let path = Places.configuration(invocation)
        guard let list = await Configuration.load(path) else { return .configuration }
        var sinks = list.sinks
        if !invocation.operands.isEmpty {
            let names = list.sinks.map(\.name)
            for name in invocation.operands where !names.contains(name) {
                return Program.unknown("sink", name, among: names, of: .push)
            }
            sinks = invocation.operands.compactMap { name in list.sinks.first { $0.name == name } }
        }
        let push = HandPush(
            text, state: Places.state(invocation), version: VersionText.version,
            writeConsole: WatchSession.writeConsole)
        let outcomes = await push.send(to: sinks)
        for outcome in outcomes { tell(outcome) }
        return outcomes.contains { $0.failure != nil } ? .unavailable : .fine
    }

    private func tell(_ outcome: HandPush.Outcome) {
        if let failure = outcome.failure {
            Output.error(
                "\(outcome.sink): not delivered: \(Clean.line(failure.message))"
                    + (failure.hint.map { " (\(Clean.line($0)))" } ?? ""))
        } else if !invocation.has("quiet") {
            Output.error("\(outcome.sink): delivered" + (outcome.note.map { ": \(Clean.line($0))" } ?? ""))
        }
    }
}
