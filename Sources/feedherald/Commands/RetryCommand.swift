import Pipeline

extension Command {
    static let retry = Command(
        name: "retry", operands: "", summary: "Owes again what was given up.",
        details: """
            Announcements that a sink refused for good, or that failed for three days, lie in refused.jsonl of the
            state folder. A watch that uses the same state delivers them at once, else the next start does.
            """,
        examples: [("feedherald retry && feedherald --once", "try again what was given up, at once")],
        run: { await RetryCommand(invocation: $0).run() })
}

/// `feedherald retry`.
struct RetryCommand {
    let invocation: Invocation

    func run() async -> ExitStatus {
        guard invocation.operands.isEmpty else {
            return Program.usage("retry takes no \"\(invocation.operands[0])\"", of: .retry)
        }
        let path = Places.configuration(invocation)
        guard let list = await Configuration.load(path, needsSecrets: false) else { return .configuration }
        do throws(HeraldError) {
            let editor = try await StateEditor(Places.state(invocation))
            let count = try editor.retry(list, now: HeraldClock.system.now())
            let what = count == 1 ? "1 announcement is" : "\(count) announcements are"
            let delivers = "the watch, or its next start, delivers."
            Output.error(count == 0 ? "Nothing was given up." : "\(what) owed again; \(delivers)")
            return .fine
        } catch {
            return Output.error(error)
        }
    }
}
