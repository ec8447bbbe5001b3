import TestSupport
import Testing

/// Start, signals and end of the built program.
@Suite struct LifeTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start(_ arguments: String...) throws -> ToolProcess {
        try ToolProcess(
            [MainJobTests.binary] + arguments + ["-c", folder.file("feeds.json"), "-s", folder.file("state")])
    }

    private func wait(upTo limit: Duration = .seconds(30), until isDone: () -> Bool) async throws {
        let end = ContinuousClock.now.advanced(by: limit)
        while !isDone(), ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(20)) }
        #expect(isDone())
    }

    private let document = """
        <rss version="2.0"><channel><title>T</title><link>https://t.example/</link><description/>
        <item><title>One</title><guid>urn:1</guid></item></channel></rss>
        """

    @Test func `SIGTERM ends it well, and the next start polls nothing early`() async throws {
        let document = document
        let server = try LocalHTTPServer { _ in ServedAnswer(200, [:], document) }
        defer { server.stop() }
        try folder.write("{\"feeds\": [\"\(server.url("/a"))\"]}", to: "feeds.json")
        let program = try start("1h")
        try await wait { program.output.contains(" NEW T: One\n") }
        program.stop()
        #expect(program.wait() <= 0)
        #expect(program.errors.hasPrefix("watching 1 feed every 1h\n"))
        #expect(server.requests.count == 1)
        let again = try start("1h")
        try await wait { again.errors.contains("watching 1 feed") }
        again.stop()
        #expect(server.requests.count == 1)
        #expect(again.output.isEmpty)
    }

    @Test func `a second instance is told who has the state`() async throws {
        try folder.write("{\"feeds\": []}", to: "feeds.json")
        let program = try start("60")
        defer { program.stop() }
        try await wait { program.errors.contains("watching 0 feeds") }
        let second = try start("--once")
        #expect(second.wait() == 75)
        #expect(second.errors.contains("another feedherald (process \(program.identifier)) uses the state"))
    }

    @Test func `SIGHUP takes over a new file and keeps the old one when it is bad`() async throws {
        let document = document
        let server = try LocalHTTPServer { _ in ServedAnswer(200, [:], document) }
        defer { server.stop() }
        try folder.write("{\"feeds\": [\"\(server.url("/a"))\"]}", to: "feeds.json")
        let program = try start("1h")
        defer { program.stop() }
        try await wait { server.requests.count == 1 }
        try folder.write("{\"feeds\": [\"\(server.url("/a"))\", 7]}", to: "feeds.json")
        program.signal(1)
        try await wait { program.errors.contains("the old one stays in force") }
        #expect(program.errors.contains("feeds.json:1:"))
        try folder.write("{\"feeds\": [\"\(server.url("/a"))\", \"\(server.url("/b"))\"]}", to: "feeds.json")
        program.signal(1)
        try await wait { server.requests.contains { $0.path == "/b" } }
        #expect(server.requests.map(\.path) == ["/a", "/b"])
        // A feed that is being polled just now is not polled twice: the signal may have to come again.
        try await wait {
            program.signal(10)
            return server.requests.count >= 4
        }
    }

    @Test(arguments: ["0", "-1", "nan", "5x", "1e9999", "--dealy=3"])
    func `a bad DELAY is a usage fault`(word: String) throws {
        try folder.write("{\"feeds\": []}", to: "feeds.json")
        let program = try start(word)
        #expect(program.wait() == 64)
        #expect(program.errors.contains("feedherald: "))
        #expect(program.output.isEmpty)
    }

    @Test func `a state that cannot be written ends with 73 and says why`() throws {
        try folder.write("{\"feeds\": []}", to: "feeds.json")
        let program = try ToolProcess(
            [MainJobTests.binary, "--once", "-c", folder.file("feeds.json"), "-s", "/proc/feedherald"])
        #expect(program.wait() == 73)
        #expect(program.errors.contains("/proc/feedherald"))
    }
}
