import FeedModel
import TestSupport
import Testing

/// What a person sees on a terminal, made by script(1), and what a program reads from a pipe.
@Suite struct TerminalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The bytes that a command line writes to a terminal of so many columns.
    private func terminal(_ command: String, columns: Int = 100, environment: String = "") throws -> String {
        let line = "stty cols \(columns); \(environment) '\(ProgramRun.binary)' \(command)"
        let process = try ToolProcess([
            "env", "-C", folder.path, "HOME=\(folder.path)", "XDG_STATE_HOME=\(folder.path)/state", "TZ=UTC",
            "script",
            "-q", "-e", "-c", line, "/dev/null",
        ])
        process.wait()
        return process.output
    }

    private func watchSlowFeeds(_ count: Int) throws -> LocalHTTPServer {
        let server = try LocalHTTPServer { request in
            ServedAnswer(200, [:], SampleFeed.atom(title: "Feed \(request.path.dropFirst())", count: 1))
                .after(.milliseconds(400))
        }
        let feeds = (0..<count).map { "\"\(server.url("/\($0)"))\"" }.joined(separator: ", ")
        try folder.write("{\"feeds\": [\(feeds)]}", to: "feeds.json")
        return server
    }

    @Test func `a terminal shows how far a sweep is, and colours`() throws {
        let server = try watchSlowFeeds(6)
        defer { server.stop() }
        let text = try terminal("--once")
        #expect(text.contains("\u{1B}[32mNEW\u{1B}[0m"))
        #expect(text.contains(" of 6, "))
        #expect(text.contains("/s"))
        // The progress line is taken away before a line is written and at the end.
        let lines = text.split(separator: "\r\n").filter { $0.contains("NEW") }
        #expect(lines.count == 6)
        for line in lines where line.contains("polled") { #expect(line.contains("\r\u{1B}[K\u{1B}[2m")) }
        #expect(text.hasSuffix("\r\u{1B}[K") || !text.contains("polled"))
    }

    @Test func `NO_COLOR is honoured`() throws {
        let server = try watchSlowFeeds(1)
        defer { server.stop() }
        #expect(try !terminal("--once", environment: "NO_COLOR=1").contains("\u{1B}[32m"))
    }

    @Test func `a pipe gets plain lines`() throws {
        let server = try watchSlowFeeds(3)
        defer { server.stop() }
        let run = try ProgramRun("--once", in: folder)
        #expect(
            !run.output.contains("\u{1B}") && !run.errors.contains("\u{1B}") && !run.errors.contains("polled")
        )
        #expect(run.lines.count == 3)
    }

    @Test func `status fits the terminal, wide characters and emoji aligned`() throws {
        try folder.write(SampleFeed.atom(), to: "feed.xml")
        let names = [
            "日本語ニュース", "e\u{301}te\u{301}", "🎉 Party 👩‍👩‍👧", "plain",
            "A name that is rather long for a table in a narrow terminal",
        ]
        let feeds = names.enumerated().map { #"{"name": "\#($1)", "url": "https://example.org/\#($0)"}"# }
        try folder.write("{\"feeds\": [\(feeds.joined(separator: ","))]}", to: "feeds.json")
        let widths = [0: 14, 1: 3, 2: 11, 3: 5]
        for columns in [60, 100] {
            let lines = try terminal("status", columns: columns).split(separator: "\r\n").map(String.init)
            #expect(lines.count == 7)
            let place = try #require(lines[0].firstRange(of: "NEWEST")).lowerBound
            let column = lines[0].distance(from: lines[0].startIndex, to: place)
            for (index, width) in widths {
                // The name, then blanks up to the column of the next cell.
                let blanks = lines[index + 1].dropFirst(names[index].count).prefix { $0 == " " }.count
                #expect(width + blanks == column, "\(names[index]): \(lines[index + 1])")
            }
            #expect(lines[3 + 1].count <= columns)
            #expect(lines[5].count <= columns)
        }
        #expect(try terminal("status", columns: 60).contains("…"))
    }

    /// The keys of a table in docs/logging.md.
    private static func documentedKeys(below title: String) -> [String] {
        let text = DocumentBlock.text(of: "docs/logging.md")
        guard let place = text.firstRange(of: title) else { return [] }
        return text[place.upperBound...].split(separator: "\n").drop { !$0.hasPrefix("| `") }
            .prefix { $0.hasPrefix("| `") }
            .flatMap { row in
                row.split(separator: "|")[0].split(separator: ",").map {
                    $0.filter { $0 != "`" && $0 != " " }
                }
            }
    }

    @Test func `logs as JSON have the documented keys only`() throws {
        let server = try LocalHTTPServer { _ in ServedAnswer(500) }
        defer { server.stop() }
        try folder.write(SampleFeed.atom(), to: "feed.xml")
        try folder.write(#"{"feeds": ["\#(server.url("/x?token=hush"))", "feed.xml"]}"#, to: "feeds.json")
        let run = try ProgramRun("--once", "-v", "--log-format", "json", in: folder)
        #expect(!run.errors.contains("hush"))
        let said = try run.errors.split(separator: "\n").map { try JSONReader.read(Array($0.utf8)) }
        let keys = Set(Self.documentedKeys(below: "Standard error:"))
        #expect(keys.isSuperset(of: ["time", "level", "message"]))
        for line in said { #expect(Set((line.members ?? []).map(\.key)).isSubset(of: keys)) }
        let failure = try #require(said.first { $0["level"]?.string == "warning" })
        #expect(failure["stage"]?.string == "polling")
        #expect(failure["message"]?.string?.hasPrefix("HTTP 500") == true)
        #expect(failure["next"]?.string?.hasPrefix("retry in ") == true)
        let news = try JSONReader.read(Array(run.output.utf8))
        #expect(
            news.members?.map(\.key) == [
                "time", "event", "feed", "id", "author", "title", "link", "published",
            ])
        #expect(Set(news.members?.map(\.key) ?? []) == Set(Self.documentedKeys(below: "Standard output:")))
    }
}
