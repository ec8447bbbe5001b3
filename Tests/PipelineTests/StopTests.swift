import FeedModel
import Glibc
import Pipeline
import Subscriptions
import Synchronization
import TestSupport
import Testing

/// What a clean stop in the middle of a delivery leaves behind.
@Suite struct StopTests {
    private static let document = """
        <feed xmlns='http://www.w3.org/2005/Atom'><title>Stop</title><id>urn:stop</id><entry><id>urn:stop:1</id>\
        <title>One</title><updated>2026-11-30T12:00:00Z</updated></entry></feed>
        """

    @Test func `a delivery in flight ends before a clean stop does, and is not owed again`() async throws {
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let isStopping = Mutex(false)
        let server = try LocalHTTPServer { request in
            guard request.path == "/hook" else { return ServedAnswer(200, [:], Self.document) }
            arrival.yield()
            // The receiver answers only after the stop has begun, and takes its time.
            while !isStopping.withLock({ $0 }) { usleep(1000) }
            usleep(300_000)
            return ServedAnswer(204)
        }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let text = """
            {"feeds": [{"name": "stop", "url": "\(server.url("/feed"))"}],
             "sinks": [{"type": "webhook", "url": "\(server.url("/hook"))"}]}
            """
        let list = try await SubscriptionFile.parse(Array(text.utf8), file: "feeds.json", folder: folder.path)
        var options = HeraldOptions(state: folder.file("state"), version: "0")
        options.delay = .seconds(3600)
        let herald = try await Herald(list, options: options, log: .silent, writeConsole: { _ in })
        let watching = Task { await herald.run() }
        for await _ in arrivals { break }
        isStopping.withLock { $0 = true }
        await herald.stop()
        #expect(await watching.value.owed == 0)
    }
}
