import FeedModel
import Pipeline

extension Command {
    static let reset = Command(
        name: "reset", operands: "FEED",
        summary: "Forgets all about a feed: the next document is its first one.",
        details: """
            FEED is the feed's name, its title, its address, or an unmistakable part of them.
            A feed that left feeds.json is named by its whole address.
            A watch that uses the same state goes on with what is left.
            """,
        examples: [
            ("feedherald reset xkcd", "start over; \"first\" decides what is announced"),
            ("feedherald reset https://example.org/gone.atom", "ask a feed again that said it is gone"),
        ],
        run: { await ResetCommand(invocation: $0).run() })
}

/// `feedherald reset`.
struct ResetCommand {
    let invocation: Invocation

    func run() async -> ExitStatus {
        guard let word = invocation.operands.first, invocation.operands.count == 1 else {
            return Program.usage("reset needs one FEED", of: .reset)
        }
        let path = Places.configuration(invocation)
        guard let list = await Configuration.load(path, needsSecrets: false) else { return .configuration }
        let state = Places.state(invocation)
        let finder = FeedFinder(list, state: state)
        let feed: Subscription
        do throws(Failure) {
            feed = try finder.find(word)
        } catch {
            // A feed that left feeds.json is found by its address.
            guard word.contains("://") else {
                Output.error(error)
                return .inputMissing
            }
            feed = Subscription(url: word)
        }
        let name = finder.name(of: feed)
        do throws(HeraldError) {
            guard let owed = try await StateEditor(state).reset(feed, of: list) else {
                Output.error("Nothing is stored of \(Clean.line(name)).")
                return .fine
            }
            let lost = owed == 0 ? "" : "; \(owed) owed with it"
            Output.error("Forgot \(Clean.line(name))\(lost).")
            return .fine
        } catch {
            return Output.error(error)
        }
    }
}
