import FeedModel
import FoundationEssentials
import TestSupport
import Testing

/// status, explain, history, reset, retry and --dry-run over real runs of the watch.
@Suite struct StateCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(
            feeds: #"""
                {"delay": "0.001s", "feeds": [{"name": "News 日本語", "url": "feed.xml", "first": {"newest": 2}}]}
                """#)
        try folder.write(SampleFeed.atom(), to: "feed.xml")
    }

    @discardableResult
    private func run(_ arguments: String...) throws -> ProgramRun { try ProgramRun(arguments, in: folder) }

    private func status() throws -> JSONValue {
        try JSONReader.read(Array(run("status", "--json").output.utf8))
    }

    /// Every file of the state with its bytes.
    private func state() throws -> [String: [UInt8]] {
        guard folder.exists("state") else { return [:] }
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.file("state"))
        return names.reduce(into: [:]) { files, name in
            files[name] = (try? folder.bytes("state/\(name)")) ?? []
        }
    }

    @Test func `before the first start nothing was polled and all is fine`() throws {
        let run = try run("status")
        #expect(run.status == 0)
        #expect(run.output.contains("never polled"))
        #expect(run.lines.last == "1 feed, 0 owed; the watch is not running")
        #expect(!folder.exists("state"))
    }

    @Test func `a dry run says what a sweep would announce and changes nothing`() throws {
        let dry = try run("--dry-run")
        #expect(dry.status == 0)
        #expect(
            dry.lines == [
                "would announce to console: NEW News 日本語: Ada - Article 2 https://example.org/2",
                "would announce to console: NEW News 日本語: Ada - Article 3 https://example.org/3",
            ])
        #expect(dry.errors.contains("2 would be announced; nothing was stored or sent"))
        #expect(!folder.exists("state"))
        #expect(try run("--once").lines.count == 2)
        let before = try state()
        try folder.write(SampleFeed.atom(count: 4), to: "feed.xml")
        let second = try run("-n", "--once", "--log-format", "json")
        #expect(second.lines.count == 1)
        let line = try JSONReader.read(Array(second.lines[0].utf8))
        #expect(line["dryRun"]?.bool == true)
        #expect(line["title"]?.string == "Article 4")
        #expect(line["sinks"] == ["console"])
        #expect(try state() == before)
        #expect(try run("--once").lines.count == 1)
    }

    @Test func `status shows what a sweep left behind`() throws {
        try run("--once")
        let feed = try #require(try status()["feeds"]?.array?.first)
        #expect(feed["name"]?.string == "News 日本語")
        #expect(feed["newest"]?.string == "2026-11-30T12:00:00Z")
        #expect(feed["lastAnswer"]?.string?.contains("3 entries") == true)
        #expect(feed["failures"]?.int == 0)
        #expect(feed["owed"]?.int == 0)
        #expect(feed["nextPoll"]?.string != nil)
        let table = try run("status")
        #expect(table.status == 0)
        #expect(table.lines[0].hasPrefix("FEED "))
        #expect(table.lines[1].hasPrefix("News 日本語  "))
    }

    @Test func `explain says why each entry is new or known and stores nothing`() throws {
        try run("--once")
        try folder.write(SampleFeed.atom(count: 4), to: "feed.xml")
        let before = try state()
        let explained = try run("explain", "news")
        #expect(explained.status == 0)
        #expect(explained.output.contains("3 articles remembered"))
        #expect(explained.lines.contains { $0.hasPrefix("NEW ") && $0.hasSuffix("Article 4") })
        #expect(explained.lines.count { $0.hasPrefix("KNOWN ") } == 3)
        #expect(explained.lines.last == "1 entry would be announced")
        let json = try run("explain", "News 日本語", "--json").lines.map { try JSONReader.read(Array($0.utf8)) }
        #expect(json.map { $0["verdict"]?.string } == ["new", "known", "known", "known"])
        #expect(try state() == before)
    }

    @Test func `a feed's file that goes is a failing feed, and works again when it comes back`() throws {
        try run("--once")
        try FileManager.default.removeItem(atPath: folder.file("feed.xml"))
        let check = try run("check")
        #expect(check.status == 0)
        #expect(check.errors.contains("feeds.json:1:"))
        #expect(check.errors.contains("feeds[0].url: there is no file \"feed.xml\" (looked for /"))
        let without = try run("--once")
        #expect(without.status == 75)
        #expect(without.errors.contains("News 日本語: transport: ") && without.errors.contains("; retry in "))
        #expect(without.errors.contains("there is no such file"))
        let feed = try #require(try status()["feeds"]?.array?.first)
        #expect(feed["newest"]?.string == "2026-11-30T12:00:00Z")
        #expect(feed["failures"]?.int == 1)
        try folder.write(SampleFeed.atom(count: 4), to: "feed.xml")
        let start = ContinuousClock.now
        var lines: [String] = []
        while lines.isEmpty {
            try #require(start.duration(to: .now) < .seconds(30))
            lines = try run("--once").lines
        }
        #expect(lines.count == 1 && lines[0].contains("Article 4"))
    }

    @Test func `a feed whose file is not there yet is watched from when it comes`() throws {
        try FileManager.default.removeItem(atPath: folder.file("feed.xml"))
        let watch = try ProgramRun.start(["0.05"], in: folder)
        defer { watch.stop() }
        let start = ContinuousClock.now
        while !watch.errors.contains("; retry in ") { try #require(start.duration(to: .now) < .seconds(30)) }
        try folder.write(SampleFeed.atom(), to: "feed.xml")
        while watch.output.isEmpty { try #require(start.duration(to: .now) < .seconds(30)) }
        #expect(watch.output.contains(" NEW News 日本語: "))
    }

    @Test func `explain of an unknown feed names the nearest`() throws {
        let run = try run("explain", "Nwes 日本語")
        #expect(run.status == 66)
        #expect(run.errors.contains("did you mean \"News 日本語\"?"))
    }

    @Test func `history shows what was announced, newest first`() throws {
        #expect(try run("history").errors == "Nothing was announced yet.\n")
        try run("--once")
        let history = try run("history")
        #expect(history.lines.count == 2)
        #expect(history.lines[0].hasSuffix(" NEW News 日本語: Ada - Article 3 https://example.org/3 [console]"))
        #expect(try run("history", "-m", "1").lines.count == 1)
        #expect(try run("history", "News").lines.count == 2)
        let line = try JSONReader.read(Array(run("history", "--json").lines[1].utf8))
        #expect(line["title"]?.string == "Article 2")
    }

    @Test func `a feed that was reset starts over`() throws {
        try run("--once")
        #expect(try run("--once").lines.isEmpty)
        let reset = try run("reset", "News 日本語")
        #expect(reset.status == 0)
        #expect(reset.errors == "Forgot News 日本語.\n")
        #expect(try run("reset", "News 日本語").errors == "Nothing is stored of News 日本語.\n")
        #expect(
            try run("reset", "https://left.example/").errors
                == "Nothing is stored of https://left.example/.\n")
        #expect(try run("--once").lines.count == 2)
    }

    @Test func `a failing feed shows in status, and as trouble once it has failed for long`() throws {
        try folder.write(
            #"{"delay": "1s", "failureNotice": "0.5s", "feeds": [{"name": "Broken", "url": "feed.xml"}]}"#,
            to: "feeds.json")
        try folder.write("this is no feed", to: "feed.xml")
        #expect(try run("--once").status == 75)
        var feed = try #require(try status()["feeds"]?.array?.first)
        #expect(feed["failures"]?.int == 1)
        #expect(feed["lastFailure"]?.string?.isEmpty == false)
        let start = ContinuousClock.now
        while try run("status").status != 1 { try #require(start.duration(to: .now) < .seconds(30)) }
        feed = try #require(try status()["feeds"]?.array?.first)
        #expect(feed["trouble"]?.string?.hasPrefix("failing for ") == true)
        #expect(try run("status").output.contains("! failing for "))
    }

    @Test func `what a sink refused is owed again by retry`() throws {
        #expect(try run("retry").errors == "Nothing was given up.\n")
        try run("--once")
        let id = "0123456789abcdef0123456789abcdef"
        let line = #"""
            {"time":"2026-11-30T12:00:00Z","sink":"console","reason":"no","attempts":1,"watched":{"name":"News 日本語","url":"URL"},"id":"ID","kind":"new","created":1796040000000,"feed":{"name":"News 日本語","url":"URL"},"entry":{"id":"x","title":"Given up"}}
            """#
        let url = "file://" + URL(fileURLWithPath: folder.file("feed.xml")).resolvingSymlinksInPath().path
        try folder.write(
            line.replacing("URL", with: url).replacing("ID", with: id) + "\n",
            to: "state/feedherald/refused.jsonl")
        let status = try run("status")
        #expect(status.status == 1)
        #expect(status.output.contains("1 given up"))
        let owed = "1 announcement is owed again; the watch, or its next start, delivers.\n"
        #expect(try run("retry").errors == owed)
        #expect(try run("status").output.contains("1 owed"))
        #expect(try run("--once").output.contains("Given up"))
        #expect(try run("status").status == 0)
    }

    @Test func `devices that Apple knows to be gone are listed, which is nothing to mend`() throws {
        try folder.write(
            #"""
            {"feeds": [{"name": "News", "url": "feed.xml"}],
             "sinks": [{"type": "apns", "name": "phone", "key": "k.p8", "keyID": "ABC123DEFG",
                        "teamID": "DEF123GHIJ", "topic": "org.example.reader", "devices": ["aa", "bb"]}]}
            """#, to: "feeds.json")
        let text = #"""
            {"dropped": {"aabbccddeeff": {"name": null, "reason": "410 Unregistered", "since": 1796040000000},
                         "bb": {"name": "Anna's \u001b[31m", "reason": "400 BadDeviceToken", "since": 1796040000000}}}
            """#
        let file = "phone-\(StableHash.hex(StableHash.of("phone"))).json"
        try folder.write(text, to: "state/feedherald/sinks/\(file)")
        let table = try run("status")
        #expect(table.status == 0)
        #expect(table.output.contains("the device aabbccdd… of phone is dropped ("))
        #expect(table.output.contains("): 410 Unregistered\n"))
        #expect(table.output.contains("Anna's [31m") && !table.output.contains("\u{1B}"))
        let devices = try status()["droppedDevices"]?.array ?? []
        #expect(devices.map { $0["device"]?.string } == ["Anna's [31m", "aabbccdd…"])
        #expect(devices.first?["since"]?.string == "2026-11-30T12:00:00Z")
    }

    @Test func `a webhook that is gone stops its sink until retry, and status says so`() throws {
        let server = try LocalHTTPServer { _ in ServedAnswer(410) }
        defer { server.stop() }
        try folder.write(
            #"""
            {"feeds": [{"name": "News", "url": "feed.xml"}],
             "sinks": [{"type": "webhook", "name": "hook", "url": "\#(server.url("/x"))"}]}
            """#, to: "feeds.json")
        #expect(try run("--once").errors.contains("says the address is gone for good (410)"))
        #expect(try run("--once").status == 75)
        #expect(server.requests.count == 1)
        let table = try run("status")
        #expect(table.status == 1)
        #expect(table.output.contains("! the sink hook is stopped since "))
        #expect(try run("status", "--json").status == 1)
        #expect(try status()["stoppedSinks"]?.array?.first?["name"]?.string == "hook")
        #expect(try run("retry", "hok").errors.contains("did you mean \"hook\"?"))
        #expect(try run("retry", "hook").errors == "hook: is asked again.\n")
        #expect(try status()["stoppedSinks"] == [])
        try run("--once")
        #expect(server.requests.count == 2)
    }
}

/// `status` reads one small head a feed, however many there are.
@Suite struct ManyFeedsTests {
    @Test func `status over ten thousand feeds takes little time`() throws {
        let folder = try TemporaryFolder()
        let feeds = (0..<10_000).map { #""https://example.org/\#($0)""# }
        try folder.write("{\"feeds\": [\(feeds.joined(separator: ","))]}", to: "feeds.json")
        let clock = ContinuousClock()
        var run: ProgramRun?
        let time = try clock.measure { run = try ProgramRun("status", in: folder) }
        #expect(run?.status == 0)
        #expect(run?.lines.count == 10_002)
        // The debug build of a busy machine; the release build takes a tenth.
        #expect(time < .seconds(30))
    }
}
