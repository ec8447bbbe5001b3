import FeedModel
import Pipeline

extension Command {
    static let resetBadge = Command(
        name: "reset-badge", operands: "[SINK…]", summary: "Counts the badge of apns sinks from 0 again.",
        details: """
            For sinks with "badge": "count". Without a SINK, all of them.
            A watch that uses the same state may run meanwhile.
            """,
        examples: [("feedherald reset-badge phone", "the next push shows 1")],
        run: { await ResetBadgeCommand(invocation: $0).run() })
}

/// `feedherald reset-badge`.
struct ResetBadgeCommand {
    let invocation: Invocation

    func run() async -> ExitStatus {
        let path = Places.configuration(invocation)
        guard let list = await Configuration.load(path, needsSecrets: false) else { return .configuration }
        let counting = list.sinks.filter { $0.typeName == "apns" }.map(\.name)
        let wanted = invocation.operands.isEmpty ? counting : invocation.operands
        for name in wanted where !counting.contains(name) {
            return Program.unknown("apns sink", name, among: counting, of: .resetBadge)
        }
        do throws(HeraldError) {
            let editor = try await StateEditor(Places.state(invocation))
            for name in wanted {
                let counted = try editor.resetBadge(of: name)
                Output.error("\(name): \(counted == 0 ? "was 0 already" : "was \(counted), is 0")")
            }
            return .fine
        } catch {
            return Output.error(error)
        }
    }
}
