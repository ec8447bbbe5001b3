import FeedModel
import Subscriptions

extension Command {
    /// For the shells' completions: the names of feeds or sinks, one a line, and silence when there are none.
    static let names = Command(
        name: "names", operands: "feeds|sinks", summary: "Prints the names of feeds or sinks.",
        isHidden: true,
        run: { invocation in
            let path = Places.configuration(invocation)
            guard let list = try? await SubscriptionFile.load(path, secrets: .omitted) else {
                return .configuration
            }
            let names =
                invocation.operands.first == "sinks"
                ? list.sinks.map(\.name) : list.subscriptions.map { $0.name ?? $0.label }
            Output.lines(names.map(Clean.line))
            return .fine
        })
}
