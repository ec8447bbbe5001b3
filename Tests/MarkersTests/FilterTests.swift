import FeedModel
import Testing

@testable import Markers

struct FilterTests {
    private let entry: Entry = {
        var entry = Entry(id: "1")
        entry.title = "Swift 6.3 released"
        entry.author = "Ann Example"
        entry.summary = "A compiler"
        entry.categories = ["News", "Tools"]
        entry.link = "https://example.org/swift"
        return entry
    }()

    private func filter(_ include: [FilterRule], _ exclude: [FilterRule] = []) throws -> EntryFilter {
        try EntryFilter(include: include, exclude: exclude)
    }

    @Test func `a rule without a field looks at all of them`() throws {
        for pattern in ["released", "ann ex", "compiler", "^tools$", "org/swift"] {
            #expect(try filter([FilterRule(pattern: pattern)]).admits(entry))
        }
        #expect(try !filter([FilterRule(pattern: "beta")]).admits(entry))
    }

    @Test func `a rule with a field looks at that one only`() throws {
        #expect(try filter([FilterRule(field: .title, pattern: "6\\.\\d")]).admits(entry))
        #expect(try !filter([FilterRule(field: .summary, pattern: "6\\.\\d")]).admits(entry))
        #expect(try filter([FilterRule(field: .category, pattern: "news")]).admits(entry))
    }

    @Test func `one include is enough, one exclude as well, and excludes go first`() throws {
        let swift = FilterRule(pattern: "swift")
        let rust = FilterRule(pattern: "rust")
        #expect(try filter([rust, swift]).admits(entry))
        #expect(try !filter([swift], [FilterRule(pattern: "compiler")]).admits(entry))
        #expect(try filter([], [rust]).admits(entry))
        #expect(try filter([swift], [swift]).objection(to: entry) == "exclude \"swift\" matches")
        #expect(
            try filter([FilterRule(field: .title, pattern: "x")]).objection(to: entry)
                == "include \"title: x\" does not match")
        #expect(EntryFilter().isEmpty)
    }

    @Test func `a pattern that does not compile is told with its place`() {
        let failure = #expect(throws: Failure.self) { try filter([FilterRule(pattern: "a(b")]) }
        #expect(failure?.message.contains("\"a(b\" is no regular expression") == true)
        #expect(failure?.message.contains("at character 3") == true)
        var subscription = Subscription(url: "https://example.org/")
        subscription.identity = "("
        let other = #expect(throws: Failure.self) { try NoveltySettings(subscription, feedName: "x") }
        #expect(other?.message.contains("identity \"(\"") == true)
    }

    @Test func `a pattern that would take for ever counts as not matching`() throws {
        var entry = entry
        entry.title = String(repeating: "a", count: 5000) + "b"
        let start = ContinuousClock.now
        #expect(try !filter([FilterRule(field: .title, pattern: "^(a+)+$")]).admits(entry))
        #expect(start.duration(to: .now) < .seconds(2))
    }

    @Test func `an entry is owed to the listed sinks whose filters let it pass`() throws {
        var phone = SinkSettings(name: "phone", kind: .console)
        phone.include = [FilterRule(pattern: "swift")]
        var mail = SinkSettings(name: "mail", kind: .console)
        mail.exclude = [FilterRule(pattern: "swift")]
        let routes = try SinkRoutes([phone, mail, SinkSettings(name: "log", kind: .console)])
        #expect(routes.sinks(for: entry, kind: .new, listed: nil) == ["phone", "log"])
        #expect(routes.sinks(for: entry, kind: .new, listed: ["mail", "log"]) == ["log"])
        #expect(routes.sinks(for: entry, kind: .failing, listed: nil) == ["phone", "mail", "log"])
        mail.exclude = [FilterRule(pattern: "(")]
        let failure = #expect(throws: Failure.self) { try SinkRoutes([mail]) }
        #expect(failure?.message.hasPrefix("sink \"mail\": exclude") == true)
    }
}
