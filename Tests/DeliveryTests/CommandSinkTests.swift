import FeedModel
import Host
import TestSupport
import Testing

@testable import Delivery

struct CommandSinkTests {
    private let world = SinkWorld()

    private func sink(
        _ arguments: [String], environment: [FormField] = [],
        _ change: (inout SinkSettings) -> Void = { _ in }
    ) throws -> any Sink {
        var command = CommandSettings(arguments: arguments)
        command.environment = environment
        var settings = SinkSettings(name: "cmd", kind: .command(command))
        change(&settings)
        return try SinkFactory.make(settings, environment: world.environment)
    }

    @Test func `the program gets arguments, JSON and variables, without a shell`() async throws {
        let folder = try TemporaryFolder()
        let script = try folder.write(
            "#!/bin/sh\ncat > \(folder.file("in"))\nenv > \(folder.file("env"))\nfor a in \"$@\"; do printf '%s\\n' \"$a\"; done > \(folder.file("args"))\necho done\n",
            to: "run.sh")
        let sink = try sink(
            ["/bin/sh", script, "{{entry.title}}", "--by={{entry.author}}", "{{entry.link}}"],
            environment: [FormField(name: "TOKEN", value: Secret("t0p"))])
        let outcome = await sink.deliver([Sample.announcement(title: "$(touch /tmp/x) `id` ; -rf")])[0]
        #expect(outcome == .delivered(note: "done"))
        #expect(
            try folder.read("args") == "$(touch /tmp/x) `id` ; -rf\n--by=apple\nhttps://example.org/r/631\n")
        let event = try JSONReader.read(Array(try folder.read("in").utf8))
        #expect(event["data"]?["entry"]?["author"]?.string == "apple")
        let variables = try folder.read("env")
        #expect(variables.contains("FEEDHERALD_FEED_NAME=Swift releases\n"))
        #expect(variables.contains("FEEDHERALD_ENTRY_LINK=https://example.org/r/631\n"))
        #expect(variables.contains("FEEDHERALD_TITLE=Swift releases\n") && variables.contains("TOKEN=t0p\n"))
    }

    @Test(arguments: hostileTexts)
    func `no title becomes an option or a second argument`(text: String) async throws {
        let folder = try TemporaryFolder()
        let script = try folder.write(
            "#!/bin/sh\necho $# > \(folder.file("count"))\nprintf '%s' \"$1\" > \(folder.file("arg"))\n",
            to: "run.sh")
        let outcome = try await sink(["/bin/sh", script, "{{entry.title}}"]).deliver([
            Sample.announcement(title: text)
        ])[
            0]
        #expect(outcome.isDelivered)
        #expect(try folder.read("count") == "1\n")
        #expect(try !folder.read("arg").hasPrefix("-"))
    }

    @Test(arguments: [
        (0, "delivered"), (1, "retry"), (75, "retry"), (69, "retry"), (65, "refused"), (64, "refused"),
        (78, "suspended"), (126, "suspended"), (127, "suspended"),
    ])
    func `every exit status has its reaction`(status: Int, expected: String) async throws {
        let sink = try sink(["/bin/sh", "-c", "echo 'why it failed' >&2; exit \(status)"])
        let outcome = await sink.deliver([Sample.announcement()])[0]
        #expect(outcome.word == expected)
        #expect(status == 0 || outcome.text.contains("why it failed"))
    }

    @Test func `a program that does not end is ended, one that does not exist waits for a person`()
        async throws
    {
        let slow = try sink(["/bin/sh", "-c", "sleep 600"]) { $0.timeout = .milliseconds(200) }
        let outcome = await slow.deliver([Sample.announcement()])[0]
        #expect(outcome.isRetry && outcome.text.contains("did not end"))
        #expect(try await sink(["/nonexistent/program"]).deliver([Sample.announcement()])[0].isSuspended)
        #expect(throws: Failure.self) { try sink([]) }
        #expect(throws: Failure.self) { try sink(["{{entry.title}}"]) }
    }

    @Test func `a body template replaces the JSON, as sendmail wants it`() async throws {
        let folder = try TemporaryFolder()
        let sink = try sink(["/bin/sh", "-c", "cat > \(folder.file("mail"))"]) {
            $0.body = "To: me@example.org\nSubject: {{entry.title}}\n\n{{entry.summary}}\n{{link}}\n"
        }
        #expect(
            await sink.deliver([Sample.announcement(title: "\r\nBcc: victim@example.org")])[0].isDelivered)
        #expect(
            try folder.read("mail")
                == "To: me@example.org\nSubject: Bcc: victim@example.org\n\nWhat is new\nhttps://example.org/r/631\n"
        )
    }

    @Test func `a digest is one run with an array`() async throws {
        let folder = try TemporaryFolder()
        let sink = try sink(["/bin/sh", "-c", "cat >> \(folder.file("in"))"]) {
            $0.digest = .every(.seconds(60))
        }
        let outcomes = await sink.deliver((0..<3).map { Sample.announcement(number: $0) })
        #expect(outcomes.count == 3 && outcomes.all(\.isDelivered))
        #expect(try JSONReader.read(Array(try folder.read("in").utf8)).array?.count == 3)
    }

    @Test func `the real apprise delivers to a JSON receiver`() async throws {
        let receiver = try LocalHTTPServer { _ in ServedAnswer(200) }
        defer { receiver.stop() }
        let sink = try sink([
            "apprise", "-t", "{{feed.name}}", "-b", "{{headline}}", "json://127.0.0.1:\(receiver.port)/x",
        ])
        let outcome = await sink.deliver([Sample.announcement(title: "quote \" <b> 🎉")])[0]
        #expect(outcome.isDelivered, "\(outcome)")
        let body = try JSONReader.read(try #require(receiver.requests.first).body)
        #expect(body["title"]?.string == "Swift releases")
        #expect(body["message"]?.string == "apple - quote \" <b> 🎉")
        receiver.stop()
        #expect(await sink.deliver([Sample.announcement()])[0].isRetry)
    }
}
