import FeedModel
import FeedParsing
import FoundationEssentials
import TestSupport
import Testing

/// Every file of the format folders, against the `.expected.json` beside it.
struct FixtureTests {
    static let folders = ["atom", "rss", "rdf", "json", "cdf", "malformed"]

    static let all: [String] = folders.flatMap { folder in
        Fixture.names(in: folder).filter { !$0.hasSuffix(".expected.json") }.map { "\(folder)/\($0)" }
    }

    /// What is printed for a fixture: the feed's JSON, or the kind of error.
    static func outcome(_ bytes: [UInt8]) -> String {
        do {
            let feed = try FeedParser.parse(bytes, url: "http://feed.example/dir/feed.xml")
            var writer = JSONWriter(indent: 1)
            writer.feed(feed)
            return writer.text + "\n"
        } catch {
            return JSONValue.object([
                JSONMember("error", .string("\(error.kind)")), JSONMember("message", .string("\(error)")),
            ]).text + "\n"
        }
    }

    @Test(arguments: all)
    func `a fixture reads as expected`(_ name: String) throws {
        let stem = name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex)
        let outcome = Self.outcome(try Fixture.bytes(name))
        // UPDATE_FIXTURES=1 writes the files anew, for a person to read through before they are kept.
        if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] == "1" {
            try Data(outcome.utf8).write(to: URL(fileURLWithPath: Fixture.path("\(stem).expected.json")))
        }
        let expected = try Fixture.text("\(stem).expected.json")
        #expect(outcome == expected)
    }

    @Test func `the folders hold their fixtures`() {
        #expect(Self.all.count > 60)
    }
}
