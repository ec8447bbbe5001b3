import FeedModel
import Markers
import Pipeline
import Subscriptions
import Synchronization
import TestSupport
import Testing

/// A webhook whose receiver answers 410: it is asked once, and not again until a person says so.
@Suite struct SinkStopTests {
    private struct Receiver {
        var status = 410
        var newest = 1
        var asked = 0
        var titles: [String] = []
    }

    private let receiver = ReceiverBox()
    private let folder: TemporaryFolder
    private let server: LocalHTTPServer

    private final class ReceiverBox: Sendable {
        let state = Mutex(Receiver())
    }

    init() throws {
        folder = try TemporaryFolder()
        let receiver = receiver
        server = try LocalHTTPServer { request in
            receiver.state.withLock { state in
                guard request.path.hasPrefix("/hook") else {
                    return ServedAnswer(200, [:], Self.document(upTo: state.newest))
                }
                state.asked += 1
                guard state.status == 204 else { return ServedAnswer(state.status) }
                let event = try? JSONReader.read(request.body)
                state.titles.append(event?["data"]?["entry"]?["title"]?.string ?? "?")
                return ServedAnswer(204)
            }
        }
    }

    private static func document(upTo newest: Int) -> String {
        let items = stride(from: newest, to: 0, by: -1).map { number in
            let time = Timestamp(seconds: 1_796_000_000 + Int64(number)).rfc3339
            return
                "<entry><id>urn:gone:\(number)</id><title>Number \(number)</title><updated>\(time)</updated></entry>"
        }
        return
            "<feed xmlns='http://www.w3.org/2005/Atom'><title>Gone</title><id>urn:gone</id>\(items.joined())</feed>"
    }

    private func list(hook: String) async throws -> SubscriptionList {
        let text = """
            {"feeds": [{"name": "gone", "url": "\(server.url("/feed"))", "first": "all"}],
             "sinks": [{"type": "webhook", "name": "hook", "url": "\(server.url(hook))"},
                       {"type": "file", "name": "other", "path": "\(folder.file("other.jsonl"))"}]}
            """
        return try await SubscriptionFile.parse(Array(text.utf8), file: "feeds.json", folder: folder.path)
    }

    /// One start of its own; what it says on stderr.
    private func sweep(
        _ time: String, newest: Int, hook: String = "/hook"
    ) async throws -> (outcome: HeraldOutcome, said: [String]) {
        receiver.state.withLock { $0.newest = newest }
        var options = HeraldOptions(state: folder.file("state"), version: "0")
        options.isOnce = true
        let clock = try GoldenClock(time).herald
        let said = Mutex<[String]>([])
        let log = Log(level: .notice, now: clock.now) { line in said.withLock { $0.append(line) } }
        let herald = try await Herald(
            list(hook: hook), options: options, clock: clock, log: log, writeConsole: { _ in })
        let outcome = await herald.run()
        return (outcome, said.withLock { $0 })
    }

    private func status(_ time: String) async throws -> StatusReport {
        try StatusReport.read(
            await list(hook: "/hook"), state: folder.file("state"),
            now: try #require(Timestamp(rfc3339: time)))
    }

    @Test func `it is asked once, said once, kept over restarts and shown by status`() async throws {
        defer { server.stop() }
        let first = try await sweep("2026-11-30T12:00:00Z", newest: 2)
        #expect(first.outcome.owed == 2)
        let lines = first.said.filter { $0.hasPrefix("error: hook:") }
        #expect(lines.count == 1)
        #expect(
            lines.first?.contains("127.0.0.1 says the address is gone for good (410)") == true
                && lines.first?.contains("put the new address into feeds.json") == true
                && lines.first?.contains("\"feedherald retry hook\" starts it again") == true)
        // The other sink hears of it.
        #expect(
            try folder.read("other.jsonl").split(separator: "\n").count {
                $0.contains("the sink hook is failing")
            } == 1)
        let second = try await sweep("2026-11-30T14:00:00Z", newest: 3)
        #expect(second.outcome.owed == 3)
        #expect(!second.said.contains { $0.contains("hook") })
        #expect(receiver.state.withLock { $0.asked } == 1)
        let status = try await status("2026-11-30T14:00:00Z")
        #expect(status.needsAttention)
        #expect(status.stopped.map(\.name) == ["hook"])
        let json = try JSONReader.read(Array(status.json.utf8))
        #expect(json["stoppedSinks"]?.array?.first?["since"]?.string == "2026-11-30T12:00:00Z")
        #expect(json["stoppedSinks"]?.array?.first?["reason"]?.string?.contains("410") == true)
    }

    @Test func `retry starts it again and nothing is lost or out of order`() async throws {
        defer { server.stop() }
        _ = try await sweep("2026-11-30T12:00:00Z", newest: 2)
        let retried = try await editor().retry(
            ["hook"], of: await list(hook: "/hook"), now: Timestamp(seconds: 0))
        #expect(retried.owed == 0 && retried.started == ["hook"])
        receiver.state.withLock { $0.status = 204 }
        #expect(try await sweep("2026-11-30T12:01:00Z", newest: 3).outcome.owed == 0)
        #expect(receiver.state.withLock { $0.titles } == ["Number 1", "Number 2", "Number 3"])
        #expect(try await status("2026-11-30T12:01:00Z").stopped.isEmpty)
    }

    private func editor() async throws -> StateEditor { try await StateEditor(folder.file("state")) }

    @Test func `another address starts it again`() async throws {
        defer { server.stop() }
        _ = try await sweep("2026-11-30T12:00:00Z", newest: 1)
        receiver.state.withLock { $0.status = 204 }
        let second = try await sweep("2026-11-30T12:01:00Z", newest: 1, hook: "/hook/new")
        #expect(second.outcome.owed == 0)
        #expect(second.said.contains("hook: has another address and is started again"))
        #expect(receiver.state.withLock { $0.titles } == ["Number 1"])
        #expect(try await status("2026-11-30T12:01:00Z").stopped.isEmpty)
    }

    @Test func `what it is owed is given up after three days, and retry owes it again`() async throws {
        defer { server.stop() }
        _ = try await sweep("2026-11-30T12:00:00Z", newest: 1)
        _ = try await sweep("2026-12-02T12:00:00Z", newest: 2)
        let late = try await sweep("2026-12-03T12:00:00Z", newest: 2)
        #expect(late.outcome.owed == 1)
        #expect(late.said.count { $0.contains("\"Number 1\" was not delivered: given up after 3 days") } == 1)
        #expect(try await status("2026-12-03T12:00:00Z").refused == 1)
        let now = try #require(Timestamp(rfc3339: "2026-12-03T12:05:00Z"))
        let list = try await list(hook: "/hook")
        #expect(try await editor().retry(["other"], of: list, now: now).owed == 0)
        #expect(try await editor().retry([], of: list, now: now).owed == 1)
        receiver.state.withLock { $0.status = 204 }
        #expect(try await sweep("2026-12-03T12:10:00Z", newest: 2).outcome.owed == 0)
        #expect(receiver.state.withLock { $0.titles.sorted() } == ["Number 1", "Number 2"])
        #expect(receiver.state.withLock { $0.asked } == 3)
    }
}
