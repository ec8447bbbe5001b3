import FoundationEssentials
import TestSupport
import Testing

/// reset, retry and reset-badge while the watch runs: it lends them the state.
@Suite struct LendingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(
            feeds: #"{"feeds": [{"name": "News", "url": "feed.xml", "first": {"newest": 2}}]}"#)
        try folder.write(SampleFeed.atom(), to: "feed.xml")
    }

    private func wait(_ what: String, until isSo: () throws -> Bool) throws {
        let start = ContinuousClock.now
        while try !isSo() { try #require(start.duration(to: .now) < .seconds(30), "\(what)") }
    }

    private func startedWatch() throws -> ToolProcess {
        let watch = try ProgramRun.start(["1h"], in: folder)
        try wait("first lines") { watch.output.split(separator: "\n").count == 2 }
        return watch
    }

    @Test func `a feed reset while the watch runs starts over in the same watch`() throws {
        let watch = try startedWatch()
        defer { watch.stop() }
        let reset = try ProgramRun("reset", "News", in: folder)
        #expect(reset.status == 0)
        #expect(reset.errors == "Forgot News.\n")
        try wait("second lines") { watch.output.split(separator: "\n").count == 4 }
        #expect(watch.errors.contains("the state was changed by hand; watching on"))
        let status = try ProgramRun("status", in: folder)
        #expect(status.lines.last?.hasSuffix("the watch is running") == true)
        watch.signal(15)
        #expect(watch.wait() == 0)
        #expect(watch.output.split(separator: "\n").count == 4)
    }

    @Test func `commands at the same time take turns, and the watch repeats nothing`() throws {
        let watch = try startedWatch()
        defer { watch.stop() }
        let commands = try (0..<4).map { _ in try ProgramRun.start(["retry"], in: folder) }
        for command in commands {
            #expect(command.wait() == 0)
            #expect(command.errors == "Nothing was given up.\n")
        }
        #expect(try ProgramRun("reset-badge", in: folder).status == 0)
        watch.signal(10)
        try wait("a poll by SIGUSR1") { watch.errors.contains("polling now") }
        watch.signal(15)
        #expect(watch.wait() == 0)
        #expect(watch.output.split(separator: "\n").count == 2)
    }

    @Test func `what was given up is delivered by the watch that runs`() throws {
        let watch = try startedWatch()
        defer { watch.stop() }
        let url = "file://" + URL(fileURLWithPath: folder.file("feed.xml")).resolvingSymlinksInPath().path
        let line = #"""
            {"time":"2026-11-30T12:00:00Z","sink":"console","reason":"no","attempts":1,"watched":{"name":"News","url":"URL"},"id":"0123456789abcdef0123456789abcdef","kind":"new","created":1796040000000,"feed":{"name":"News","url":"URL"},"entry":{"id":"x","title":"Given up"}}
            """#
        try folder.write(line.replacing("URL", with: url) + "\n", to: "state/feedherald/refused.jsonl")
        #expect(try ProgramRun("retry", in: folder).status == 0)
        try wait("the third line") { watch.output.contains("Given up") }
    }

    @Test func `a stop while the state is lent is obeyed`() throws {
        let watch = try startedWatch()
        watch.signal(23)
        watch.signal(15)
        #expect(watch.wait() == 0)
        #expect(!watch.errors.contains("did not end in time"))
    }

    @Test func `a reload without feeds json keeps what runs and says why`() throws {
        let watch = try startedWatch()
        defer { watch.stop() }
        try FileManager.default.removeItem(atPath: folder.file("feeds.json"))
        watch.signal(1)
        try wait("the refusal") {
            watch.errors.contains(
                "feeds.json cannot be used; the old one stays in force; mend it and reload again")
        }
        #expect(watch.errors.contains("cannot read feeds.json: No such file"))
        #expect(!watch.errors.contains("Write one"))
    }
}
