import FeedModel
import Host
import Pipeline
import Subscriptions
import Synchronization
import TestSupport
import Testing

/// Digests over restarts and over a receiver that fails: one message, and the same one again on a retry.
@Suite struct DigestTests {
    private struct Receiver {
        var newest = 0
        var status = 204
        var posts: [(key: String?, titles: [String])] = []
    }

    private final class Box: Sendable {
        let state = Mutex(Receiver())
    }

    private let box = Box()
    private let folder: TemporaryFolder
    private let server: LocalHTTPServer

    init() throws {
        folder = try TemporaryFolder()
        let box = box
        server = try LocalHTTPServer { request in
            box.state.withLock { state in
                guard request.path == "/hook" else {
                    return ServedAnswer(200, [:], Self.document(state.newest))
                }
                let events = (try? JSONReader.read(request.body)) ?? .null
                state.posts.append((request["idempotency-key"], Self.titles(events)))
                return ServedAnswer(state.status)
            }
        }
    }

    private static func titles(_ events: JSONValue) -> [String] {
        (events.array ?? [events]).map { $0["data"]?["entry"]?["title"]?.string ?? "?" }
    }

    private static func document(_ newest: Int) -> String {
        let entries = stride(from: newest, to: 0, by: -1).map { number in
            let time = Timestamp(seconds: 1_796_000_000 + Int64(number)).rfc3339
            return "<entry><id>urn:d:\(number)</id><title>\(number)</title><updated>\(time)</updated></entry>"
        }
        return
            "<feed xmlns='http://www.w3.org/2005/Atom'><title>D</title><id>urn:d</id>\(entries.joined())</feed>"
    }

    /// One start of its own.
    private func sweep(
        _ time: String, newest: Int, status: Int = 204, holding: String = #""digest": "1h""#
    ) async throws -> Int {
        box.state.withLock {
            $0.newest = newest
            $0.status = status
        }
        let text = """
            {"delay": "1m", "feeds": [{"name": "d", "url": "\(server.url("/feed"))", "first": "all"}],
             "sinks": [{"type": "webhook", "url": "\(server.url("/hook"))", \(holding)}]}
            """
        let list = try await SubscriptionFile.parse(Array(text.utf8), file: "feeds.json", folder: folder.path)
        var options = HeraldOptions(state: folder.file("state"), version: "0")
        options.isOnce = true
        let herald = try await Herald(
            list, options: options, clock: GoldenClock(time).herald, log: .silent, writeConsole: { _ in })
        return await herald.run().owed
    }

    private var posts: [(key: String?, titles: [String])] { box.state.withLock { $0.posts } }

    @Test func `an hour's entries are one message though the program started three times`() async throws {
        defer { server.stop() }
        #expect(try await sweep("2026-11-30T12:00:00Z", newest: 1) == 1)
        #expect(try await sweep("2026-11-30T12:30:00Z", newest: 3) == 3)
        #expect(posts.isEmpty)
        #expect(try await sweep("2026-11-30T13:00:00Z", newest: 3) == 0)
        #expect(posts.map(\.titles) == [["1", "2", "3"]])
    }

    @Test func `a digest that failed is sent again as it was, and what came since is the next one`()
        async throws
    {
        defer { server.stop() }
        _ = try await sweep("2026-11-30T12:00:00Z", newest: 2)
        #expect(try await sweep("2026-11-30T13:00:00Z", newest: 2, status: 503) == 2)
        let failed = try #require(posts.last)
        #expect(failed.titles == ["1", "2"])
        #expect(try await sweep("2026-11-30T13:30:00Z", newest: 4) == 2)
        let again = try #require(posts.last)
        #expect(again.key == failed.key && again.titles == failed.titles)
        #expect(try await sweep("2026-11-30T14:30:00Z", newest: 4) == 0)
        #expect(posts.last?.titles == ["3", "4"] && posts.count == 3)
        #expect(posts.last?.key != failed.key)
    }

    /// A time of the local day as feeds.json writes it, so many minutes after a moment.
    private func clock(_ time: String, after minutes: Int) throws -> String {
        let moment = try #require(Timestamp(rfc3339: time)) + .seconds(minutes * 60)
        let local = moment + .seconds(WallClock.offset(atSeconds: moment.seconds))
        return String(local.rfc3339.dropFirst(11).prefix(5))
    }

    @Test func `quiet hours hold over restarts, then each entry goes by itself and in order`() async throws {
        defer { server.stop() }
        let start = "2026-11-30T12:00:00Z"
        let quiet = #""quiet": "\#(try clock(start, after: -60))-\#(try clock(start, after: 60))""#
        #expect(try await sweep(start, newest: 2, holding: quiet) == 2)
        #expect(try await sweep("2026-11-30T12:59:00Z", newest: 3, holding: quiet) == 3)
        #expect(posts.isEmpty)
        #expect(try await sweep("2026-11-30T13:00:00Z", newest: 3, holding: quiet) == 0)
        #expect(posts.map(\.titles) == [["1"], ["2"], ["3"]])
    }

    @Test func `a daily digest goes at its minute though the program was restarted`() async throws {
        defer { server.stop() }
        let start = "2026-11-30T12:00:00Z"
        let daily = #""digest": "\#(try clock(start, after: 45))""#
        #expect(try await sweep(start, newest: 2, holding: daily) == 2)
        #expect(try await sweep("2026-11-30T12:44:59Z", newest: 3, holding: daily) == 3)
        #expect(posts.isEmpty)
        #expect(try await sweep("2026-11-30T12:45:00Z", newest: 3, holding: daily) == 0)
        #expect(posts.map(\.titles) == [["1", "2", "3"]])
    }
}
