import FeedModel
import Glibc
import Pipeline
import Subscriptions
import Synchronization
import TestSupport
import Testing

/// When one sweep asks a feed: sweeps of their own at given times over one state, against one server.
@Suite struct SweepTimeTests {
    private let folder: TemporaryFolder
    private let server: LocalHTTPServer
    private let answer = AnswerBox()
    private let crowd = Crowd()

    private final class AnswerBox: Sendable {
        let value = Mutex(ServedAnswer(200, [:], SweepTimeTests.document(extra: "")))
    }

    init() throws {
        folder = try TemporaryFolder()
        let (answer, crowd) = (answer, crowd)
        server = try LocalHTTPServer { request in
            let other = "http://" + (request["host"] ?? "").replacing("127.0.0.1", with: "localhost")
            switch request.path {
            case "/limited": return ServedAnswer(429, ["Retry-After": "7200"])
            case "/to-limited": return ServedAnswer(302, ["Location": other + "/limited"])
            case let path where path.hasPrefix("/to-other"):
                return ServedAnswer(302, ["Location": other + "/crowded" + path.dropFirst(9)])
            case let path where path.hasPrefix("/crowded"):
                crowd.pass()
                return answer.value.withLock { $0 }
            default: return answer.value.withLock { $0 }
            }
        }
    }

    /// Requests under way at one host, and the most there were.
    private final class Crowd: Sendable {
        let counts = Mutex((now: 0, most: 0))

        func pass() {
            counts.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            usleep(100_000)
            counts.withLock { $0.now -= 1 }
        }
    }

    private static func document(extra: String) -> String {
        "<rss version='2.0'><channel><title>Times</title>\(extra)<item><guid>a</guid><title>A</title></item></channel></rss>"
    }

    /// The requests that one sweep makes.
    private func sweep(_ time: String, _ feeds: String, delay: Duration? = nil) async throws -> [String] {
        let text = #"{"feeds": [\#(feeds.replacing("HOST", with: server.url("")))]}"#
        let list = try await SubscriptionFile.parse(Array(text.utf8), file: "feeds.json", folder: folder.path)
        var options = HeraldOptions(state: folder.file("state"), version: "0")
        options.isOnce = true
        options.delay = delay
        let clock = try GoldenClock(time).herald
        let before = server.requests.count
        let herald = try await Herald(
            list, options: options, clock: clock, log: Log(now: clock.now) { _ in }, writeConsole: { _ in })
        _ = await herald.run()
        return server.requests.dropFirst(before).map(\.path)
    }

    @Test func `a feed's own delay holds for sweeps that have none`() async throws {
        defer { server.stop() }
        let feeds =
            #"{"name": "slow", "url": "HOST/slow", "delay": "1h"}, {"name": "free", "url": "HOST/free"}"#
        #expect(try await sweep("2026-11-30T12:00:00Z", feeds).sorted() == ["/free", "/slow"])
        #expect(try await sweep("2026-11-30T12:30:00Z", feeds) == ["/free"])
        #expect(try await sweep("2026-11-30T13:10:00Z", feeds).sorted() == ["/free", "/slow"])
    }

    @Test func `a sweep inside the publisher's closed hours leaves the feed alone`() async throws {
        defer { server.stop() }
        answer.value.withLock {
            $0 = ServedAnswer(200, [:], Self.document(extra: "<skipHours><hour>15</hour></skipHours>"))
        }
        let feeds =
            #"{"name": "closed", "url": "HOST/closed"}, {"name": "rude", "url": "HOST/rude", "ignoreHints": true}"#
        #expect(try await sweep("2026-11-30T12:00:00Z", feeds, delay: .seconds(3600)).count == 2)
        #expect(try await sweep("2026-11-30T15:30:00Z", feeds, delay: .seconds(3600)) == ["/rude"])
        #expect(try await sweep("2026-11-30T16:00:00Z", feeds).contains("/closed"))
    }

    @Test func `times of a clock that ran ahead hold nothing back`() async throws {
        defer { server.stop() }
        let feeds = #"{"name": "a", "url": "HOST/a", "delay": "1h"}, {"name": "b", "url": "HOST/limited"}"#
        #expect(try await sweep("2029-11-30T12:00:00Z", feeds).count == 2)
        #expect(try await sweep("2026-11-30T12:00:00Z", feeds).contains("/a"))
        #expect(try await sweep("2026-11-30T12:30:00Z", feeds) == [])
    }

    @Test
    func `another address under the same name is asked whatever the old one said, and no password is stored`()
        async throws
    {
        defer { server.stop() }
        answer.value.withLock { $0 = ServedAnswer(410) }
        let secret = server.url("").replacing("://", with: "://me:opensesame@")
        #expect(
            try await sweep("2026-11-30T12:00:00Z", #"{"name": "a", "url": "\#(secret)/old"}"#) == ["/old"])
        #expect(try await sweep("2026-11-30T13:00:00Z", #"{"name": "a", "url": "\#(secret)/old"}"#) == [])
        #expect(
            try await sweep("2026-11-30T14:00:00Z", #"{"name": "a", "url": "\#(secret)/new"}"#) == ["/new"])
        let state = try ToolProcess(["grep", "-rc", "opensesame", folder.file("state")])
        state.wait()
        #expect(
            state.output.split(separator: "\n").allSatisfy { $0.hasSuffix(":0") } && !state.output.isEmpty)
    }

    @Test func `a host that wants quiet is left alone under any name, after a reset too, and status says so`()
        async throws
    {
        defer { server.stop() }
        #expect(
            try await sweep("2026-11-30T12:00:00Z", #"{"name": "a", "url": "HOST/limited"}"#) == ["/limited"])
        let other = #"{"name": "b", "url": "HOST/other"}"#
        #expect(try await sweep("2026-11-30T12:30:00Z", other) == [])
        let list = try await SubscriptionFile.parse(
            Array(#"{"feeds": [\#(other.replacing("HOST", with: server.url("")))]}"#.utf8),
            file: "feeds.json",
            folder: folder.path)
        let report = try StatusReport.read(
            list, state: folder.file("state"), now: try #require(Timestamp(rfc3339: "2026-11-30T12:40:00Z")))
        #expect(report.feeds.first?.nextPollReason == "the host wants quiet")
        #expect(try await sweep("2026-11-30T15:00:00Z", other) == ["/other"])
    }

    @Test func `a redirect waits for its host as any other request, one at a time`() async throws {
        defer { server.stop() }
        let feeds =
            (1...4).map { #"{"name": "f\#($0)", "url": "HOST/to-other\#($0)"}"# } + [
                #"{"name": "g", "url": "\#(elsewhere)/crowded"}"#
            ]
        let asked = try await sweep("2026-11-30T12:00:00Z", feeds.joined(separator: ","))
        #expect(asked.count == 9 && asked.count { $0.hasPrefix("/crowded") } == 5)
        #expect(crowd.counts.withLock { $0.most } == 1)
    }

    @Test
    func `a pause holds for those whom a redirect leads to the host, and one met on the way for all others`()
        async throws
    {
        defer { server.stop() }
        let away = #"{"name": "away", "url": "HOST/to-limited"}"#
        #expect(try await sweep("2026-11-30T12:00:00Z", away) == ["/to-limited", "/limited"])
        let direct = #"{"name": "direct", "url": "\#(elsewhere)/direct"}"#
        #expect(try await sweep("2026-11-30T12:30:00Z", direct) == [])
        #expect(
            try await sweep("2026-11-30T13:00:00Z", #"{"name": "f", "url": "HOST/to-other1"}"#) == [
                "/to-other1"
            ])
        #expect(try await sweep("2026-11-30T15:00:00Z", direct) == ["/direct"])
    }

    /// The same server by another name.
    private var elsewhere: String { server.url("").replacing("127.0.0.1", with: "localhost") }
}
