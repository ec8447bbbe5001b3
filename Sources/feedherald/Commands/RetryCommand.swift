import FeedModel
import Pipeline

extension Command {
    static let retry = Command(
        name: "retry", operands: "[SINK…]",
        summary: "Owes again what was given up, and starts stopped sinks again.",
        details: """
            Announcements that a sink refused for good, or that failed for three days, lie in refused.jsonl of the
            state folder. A sink whose receiver said that it is gone for good (410) is stopped until then.
            Without a SINK, all of them. A watch that uses the same state delivers them at once, else the next
            start does.
            """,
        examples: [
            ("feedherald retry && feedherald --once", "try again what was given up, at once"),
            ("feedherald retry hook", "this sink only"),
        ],
        run: { await RetryCommand(invocation: $0).run() })
}

/// `feedherald retry`.
struct RetryCommand {
    let invocation: Invocation

    func run() async -> ExitStatus {
        let path = Places.configuration(invocation)
        guard let list = await Configuration.load(path, needsSecrets: false) else { return .configuration }
        let names = list.sinks.map(\.name)
        for name in invocation.operands where !names.contains(name) {
            return Program.unknown("sink", name, among: names, of: .retry)
        }
        do throws(HeraldError) {
            let editor = try await StateEditor(Places.state(invocation))
            let (owed, started) = try editor.retry(
                invocation.operands, of: list, now: HeraldClock.system.now())
            for name in started { Output.error("\(Clean.line(name)): is asked again.") }
            let what = owed == 1 ? "1 announcement is" : "\(owed) announcements are"
            if owed > 0 { Output.error("\(what) owed again; the watch, or its next start, delivers.") }
            if owed == 0, started.isEmpty { Output.error("Nothing was given up.") }
            return .fine
        } catch {
            return Output.error(error)
        }
    }
}
