import FeedModel
import TestSupport
import Testing

@testable import Delivery

struct NtfySinkTests {
    private let world = SinkWorld()

    private func sink(_ server: String, _ change: (inout NtfySettings) -> Void = { _ in }) throws -> any Sink
    {
        var ntfy = NtfySettings(topic: Secret("news-1"))
        ntfy.server = server
        change(&ntfy)
        return try SinkFactory.make(
            SinkSettings(name: "ntfy", kind: .ntfy(ntfy)), environment: world.environment)
    }

    @Test func `a message is published as JSON with title, click, tags, priority and picture`() async throws {
        let server = try LocalHTTPServer { _ in ServedAnswer(200, [:], #"{"id":"abc"}"#) }
        defer { server.stop() }
        let sink = try sink(server.url()) {
            $0.token = Secret("tk_x")
            $0.tags = ["newspaper", "swift"]
            $0.priority = 4
        }
        var announcement = Sample.announcement()
        announcement.entry.enclosures = [Enclosure(url: "https://example.org/p.png", type: "image/png")]
        let outcome = await sink.deliver([announcement])[0]
        #expect(outcome.isDelivered && outcome.text.contains("abc"))
        let request = try #require(server.requests.first)
        #expect(request["authorization"] == "Bearer tk_x" && request.target == "/")
        let body = try JSONReader.read(request.body)
        #expect(
            body
                == [
                    "topic": "news-1", "title": "Swift releases", "message": "apple - Swift 6.3.1 released",
                    "click": "https://example.org/r/631", "tags": ["newspaper", "swift"], "priority": 4,
                    "attach": "https://example.org/p.png",
                ])
    }

    @Test(arguments: hostileTexts)
    func `hostile texts stay texts, foreign links are left out`(text: String) async throws {
        let server = try LocalHTTPServer { _ in ServedAnswer(200) }
        defer { server.stop() }
        _ = try await sink(server.url()).deliver([Sample.announcement(title: text, author: nil, link: text)])
        let body = try JSONReader.read(try #require(server.requests.first).body)
        #expect(body["click"] == nil && body["topic"]?.string == "news-1")
        #expect(body.members?.count == 3)
    }

    @Test
    func `long messages stay below ntfy's 4096 bytes, user and password are sent, errors have reactions`()
        async throws
    {
        let server = try LocalHTTPServer { request in
            ServedAnswer(request["authorization"] == nil ? 401 : 200)
        }
        defer { server.stop() }
        let long = String(repeating: "ß", count: 9000)
        let user = try sink(server.url()) {
            $0.user = "me"
            $0.password = Secret("pw")
        }
        #expect(await user.deliver([Sample.announcement(title: long)])[0].isDelivered)
        let body = try JSONReader.read(try #require(server.requests.last).body)
        #expect((body["message"]?.string?.utf8.count ?? 0) <= 4096)
        #expect(try await sink(server.url()).deliver([Sample.announcement()])[0].isSuspended)
        #expect(throws: Failure.self) { try sink(server.url()) { $0.topic = Secret("a/b") } }
        #expect(throws: Failure.self) { try sink("nowhere") }
    }
}
