import FeedModel
import Glibc
import Pipeline
import Subscriptions
import Synchronization
import TestSupport
import Testing

/// What a clean stop in the middle of a delivery leaves behind.
@Suite struct StopTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func document(_ count: Int) -> String {
        let entries = (1...count).map { number in
            """
            <entry><id>urn:stop:\(number)</id><title>\(number)</title>\
            <updated>2026-11-30T12:00:0\(number)Z</updated></entry>
            """
        }.joined()
        return
            "<feed xmlns='http://www.w3.org/2005/Atom'><title>Stop</title><id>urn:stop</id>\(entries)</feed>"
    }

    private static func title(_ request: ServedRequest) -> String? {
        (try? JSONReader.read(request.body))?["data"]?["entry"]?["title"]?.string
    }

    private func herald(_ server: LocalHTTPServer, isOnce: Bool = false) async throws -> Herald {
        let text = """
            {"feeds": [{"name": "stop", "url": "\(server.url("/feed"))", "first": "all"}],
             "sinks": [{"type": "webhook", "url": "\(server.url("/hook"))"}]}
            """
        let list = try await SubscriptionFile.parse(Array(text.utf8), file: "feeds.json", folder: folder.path)
        var options = HeraldOptions(state: folder.file("state"), version: "0")
        options.delay = .seconds(3600)
        options.isOnce = isOnce
        return try await Herald(list, options: options, log: .silent, writeConsole: { _ in })
    }

    /// Serves a feed, and a hook that answers the entry of this title only after `isStopping`, and takes its time.
    private func server(
        _ count: Int, holding held: String, arrival: AsyncStream<Void>.Continuation,
        isStopping: @escaping @Sendable () -> Bool
    ) throws -> LocalHTTPServer {
        try LocalHTTPServer { request in
            guard request.path == "/hook" else { return ServedAnswer(200, [:], Self.document(count)) }
            if Self.title(request) == held {
                arrival.yield()
                while !isStopping() { usleep(1000) }
                usleep(300_000)
            }
            return ServedAnswer(204)
        }
    }

    @Test(arguments: [(1, "1", 0), (6, "2", 4)])
    func `what is in flight ends, nothing more is begun, and nothing is lost or repeated`(
        count: Int, held: String, owed: Int
    ) async throws {
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let isStopping = Flag()
        let server = try server(count, holding: held, arrival: arrival) { isStopping.value }
        defer { server.stop() }
        let first = try await herald(server)
        let watching = Task { await first.run() }
        for await _ in arrivals { break }
        isStopping.set()
        await first.stop()
        #expect(await watching.value.owed == owed)
        #expect(server.requests.count { $0.path == "/hook" } == count - owed)
        #expect(try await herald(server, isOnce: true).run().owed == 0)
        let titles = server.requests.filter { $0.path == "/hook" }.map { Self.title($0) }
        #expect(titles == (1...count).map { "\($0)" })
    }

    private final class Flag: Sendable {
        private let state = Mutex(false)
        var value: Bool { state.withLock { $0 } }
        func set() { state.withLock { $0 = true } }
    }
}
