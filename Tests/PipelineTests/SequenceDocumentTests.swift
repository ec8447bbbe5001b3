import FeedModel
import FeedParsing
import Markers
import TestSupport
import Testing

/// The histories of `Fixtures/sequences` as documents: written as RSS, read by the parser, decided on.
struct SequenceDocumentTests {
    static let all = Fixture.names(in: "sequences", suffix: ".txt")

    @Test(arguments: all) func `a history of documents announces as many as it must`(name: String) throws {
        let sequence = FeedSequence(name: name, text: try Fixture.text("sequences/" + name))
        var subscription = Subscription(url: "https://feed.example/")
        subscription.first = sequence.settings["first"] == "all" ? .all : .none
        if let count = sequence.settings["first"].flatMap({ Int($0) }) { subscription.first = .newest(count) }
        subscription.limit = 100_000
        subscription.identity = sequence.settings["identity"]
        subscription.updates = sequence.settings["updates"] == "true"
        subscription.exclude = sequence.settings["exclude"].map { [FilterRule(pattern: $0)] } ?? []
        let settings = try NoveltySettings(subscription, feedName: name)
        var marker = Marker(key: FeedKey(subscription))
        for (number, step) in sequence.steps.enumerated() where ["document", "empty"].contains(step.answer) {
            let feed = try FeedParser.parse(Array(Self.rss(step.entries).utf8), url: "https://feed.example/")
            #expect(feed.entries.count == step.entries.count)
            let decision = Novelty.decide(feed, marker: marker, now: step.time, settings: settings)
            let announced = decision.verdicts.filter(\.isAnnounced).map(\.index)
            #expect(announced == (step.new + step.updates).sorted(), "step \(number)")
            marker = decision.marker
        }
    }

    private static func rss(_ entries: [Entry]) -> String {
        func escaped(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        }
        func element(_ name: String, _ text: String?) -> String {
            text.map { "<\(name)>\(escaped($0))</\(name)>" } ?? ""
        }
        let items = entries.map { entry in
            "<item>" + (entry.isIDMade ? "" : "<guid isPermaLink='false'>\(escaped(entry.id))</guid>")
                + element("title", entry.title) + element("link", entry.link)
                + element("pubDate", entry.published?.rfc3339) + element("description", entry.summary)
                + "</item>"
        }
        return "<rss version='2.0'><channel><title>S</title>\(items.joined())</channel></rss>"
    }
}
