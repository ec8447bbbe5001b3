import FeedModel
import Markers
import TestSupport

/// What one step announced that it should not have, or did not announce.
struct Surprise: CustomStringConvertible {
    var step: Int
    var words: String
    var description: String { "step \(step): \(words)" }
}

/// Plays a sequence against the decision, with the marker going through its file's text between steps.
func surprises(in sequence: FeedSequence) throws -> [Surprise] {
    var subscription = Subscription(url: "https://feed.example/")
    subscription.first = .none
    subscription.limit = Int(sequence.settings["limit"] ?? "") ?? 100_000
    subscription.identity = sequence.settings["identity"]
    subscription.updates = sequence.settings["updates"] == "true"
    switch sequence.settings["first"] {
    case "all": subscription.first = .all
    case let count?: subscription.first = Int(count).map { .newest($0) } ?? .none
    case nil: break
    }
    if let include = sequence.settings["include"] { subscription.include = [FilterRule(pattern: include)] }
    if let exclude = sequence.settings["exclude"] { subscription.exclude = [FilterRule(pattern: exclude)] }
    let settings = try NoveltySettings(subscription, feedName: sequence.name)
    var marker = Marker(key: FeedKey(subscription))
    var found: [Surprise] = []
    for (number, step) in sequence.steps.enumerated()
    where step.answer == "document" || step.answer == "empty" {
        var feed = Feed(format: .rss)
        feed.title = sequence.name
        feed.entries = step.entries
        let decision = Novelty.decide(feed, marker: marker, now: step.time, settings: settings)
        found += compare(decision, step, number)
        marker = try reread(decision.marker)
    }
    return found
}

private func compare(_ decision: NoveltyDecision, _ step: FeedSequence.Step, _ number: Int) -> [Surprise] {
    var found: [Surprise] = []
    for verdict in decision.verdicts {
        let isNew = verdict.kind == .new
        let isUpdate = verdict.kind == .update
        let title = verdict.title ?? verdict.id
        if isNew != step.new.contains(verdict.index) || isUpdate != step.updates.contains(verdict.index) {
            let words = isNew || isUpdate ? "false" : "missed"
            found.append(
                Surprise(step: number, words: "\(words): \(title) [\(verdict.kind): \(verdict.reason)]"))
        }
    }
    return found
}
