import FeedModel
import Host
import Pipeline
import Synchronization

/// `--dry-run`: one sweep that says what would be announced, changes nothing and sends nothing.
struct DryRun {
    let list: SubscriptionList
    let state: String
    let isJSON: Bool
    let log: Log

    func run() async -> ExitStatus {
        let tally = Tally()
        do throws(Failure) {
            let rehearsal = try Rehearsal(list, state: state, version: VersionText.version, isJSON: isJSON)
            await rehearsal.run { result in
                for line in result.lines { Output.line(line) }
                if let failure = result.failure {
                    log.say(.warning, failure, feed: result.feed)
                } else if let reason = result.skipped {
                    log.say(.info, "would not be polled: \(reason)", feed: result.feed)
                }
                tally.add(result)
            }
        } catch {
            log.say(.error, error)
            return error.stage == .markers ? .stateUnwritable : .configuration
        }
        log.say(.notice, tally.text(feeds: list.subscriptions.count))
        return tally.failed > 0 ? .temporary : .fine
    }
}

/// What a rehearsal came to.
private final class Tally: Sendable {
    private let counts = Mutex((announced: 0, owed: 0, failed: 0))

    var failed: Int { counts.withLock { $0.failed } }

    func add(_ result: Rehearsal.Result) {
        counts.withLock { counts in
            counts.announced += result.lines.count
            counts.owed += result.owed
            if result.failure != nil { counts.failed += 1 }
        }
    }

    func text(feeds: Int) -> String {
        let counts = counts.withLock { $0 }
        var text =
            "dry run over \(feeds) \(feeds == 1 ? "feed" : "feeds"): \(counts.announced) would be announced"
        if counts.owed > 0 {
            text +=
                ", \(counts.owed) \(counts.owed == 1 ? "delivery" : "deliveries") owed from before would be made"
        }
        if counts.failed > 0 { text += ", \(counts.failed) failed" }
        return text + "; nothing was stored or sent"
    }
}
