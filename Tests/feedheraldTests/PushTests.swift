import FeedModel
import TestSupport
import Testing

@Suite struct PushTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(
            feeds: #"""
                {"feeds": [], "sinks": [{"type": "console"}, {"type": "file", "name": "log", "path": "log.jsonl"},
                 {"type": "command", "name": "broken", "command": ["/does/not/exist"]}]}
                """#)
    }

    @Test func `a message by hand says what was asked for, and never has an id twice`() throws {
        for _ in 0..<2 {
            let run = try ProgramRun("push", "log", "-t", "Dinner", "--body", "It is {{ready}}", in: folder)
            #expect(run.status == 0)
            #expect(run.errors.hasPrefix("log: delivered"))
            #expect(run.output.isEmpty)
        }
        let lines = try folder.read("log.jsonl").split(separator: "\n").map {
            try JSONReader.read(Array($0.utf8))
        }
        #expect(lines.count == 2)
        #expect(lines[0].text.contains("Dinner"))
        #expect(lines[0].text.contains("It is {{ready}}"))
        #expect(lines[0]["id"] != lines[1]["id"])
    }

    @Test func `the console's line stands on standard output`() throws {
        let run = try ProgramRun("push", "console", in: folder)
        #expect(run.output.contains(" NEW feedherald: This is a sample: announcements look like this"))
    }

    @Test func `a sink that cannot deliver is told and ends with 69`() throws {
        let run = try ProgramRun("push", in: folder)
        #expect(run.status == 69)
        #expect(run.errors.contains("console: delivered"))
        #expect(run.errors.contains("broken: not delivered"))
        #expect(!folder.exists("state"))
    }

    @Test func `an unknown sink is told with the nearest`() throws {
        let run = try ProgramRun("push", "lgo", in: folder)
        #expect(run.status == 64)
        #expect(run.errors.contains("there is no sink \"lgo\"; did you mean \"log\"?"))
        #expect(try ProgramRun("push", "--badge", "many", in: folder).status == 64)
    }
}

@Suite struct CheckTests {
    private func check(_ feeds: String, _ arguments: String...) throws -> ProgramRun {
        try ProgramRun(["check"] + arguments, in: TemporaryFolder(feeds: feeds))
    }

    @Test func `check says what is polled how often and goes where`() throws {
        let run = try check(
            #"""
            {"delay": "1m", "feeds": [{"name": "A", "url": "https://a.example/", "sinks": ["console"]},
              {"name": "B", "url": "https://b.example/?token=x", "delay": "2h"},
              {"name": "C", "url": "https://c.example/", "paused": true, "sinks": []}],
             "sinks": [{"type": "ntfy", "name": "idle", "topic": "x"}]}
            """#)
        #expect(run.status == 0)
        #expect(
            run.lines == [
                "EVERY   FEED  ADDRESS                       SINKS",
                "1m      A     https://a.example/            console",
                "2h      B     https://b.example/?token=***  all",
                "paused  C     https://c.example/            none",
                "sink idle (ntfy)", "sink console", "feeds.json: 3 feeds, 2 sinks, no faults",
            ])
        #expect(
            run.errors == "note: 1 feed asked more often than every 5m; many publishers ask for 15m or more\n"
        )
    }

    @Test func `templates and keys are tried`() throws {
        let run = try check(
            #"{"feeds": [], "sinks": [{"type": "ntfy", "topic": "x", "title": "{{entry.titel}}"}]}"#)
        #expect(run.status == 78)
        #expect(run.errors.hasPrefix("feeds.json: sink \"ntfy\": "))
        #expect(run.errors.contains("entry.titel"))
    }

    @Test func `online it says which sinks can be reached, and sends nothing to them`() throws {
        let server = try LocalHTTPServer { _ in ServedAnswer(404) }
        defer { server.stop() }
        let run = try check(
            #"""
            {"feeds": [], "sinks": [{"type": "webhook", "name": "there", "url": "\#(server.url("/secret-hook"))"},
              {"type": "ntfy", "name": "gone", "server": "http://127.0.0.1:1", "topic": "x"},
              {"type": "email", "name": "mail", "host": "127.0.0.1", "port": \#(server.port), "from": "a@b.c", "to": "a@b.c"},
              {"type": "command", "name": "no", "command": ["no-such-program"]},
              {"type": "command", "name": "yes", "command": ["cat"]},
              {"type": "mqtt", "name": "broker", "server": "mqtt://127.0.0.1:1", "topic": "x"}]}
            """#, "--online")
        #expect(run.status == 69)
        #expect(run.output.contains("sink there (webhook): reachable"))
        #expect(run.output.contains("sink gone (ntfy): not reachable: "))
        #expect(run.output.contains("sink mail (email): reachable"))
        #expect(
            run.output.contains("sink no (command): not reachable: there is no program \"no-such-program\""))
        #expect(run.output.contains("sink yes (command): reachable"))
        #expect(run.output.contains("sink broker (mqtt): not reachable: "))
        #expect(run.output.contains("sink console: reachable"))
        #expect(server.requests.map(\.target) == ["/"])
    }
}
