import FeedModel
import Pipeline
import Subscriptions
import Synchronization
import TestSupport
import Testing

/// A receiver that is down while entries come, over restarts, and then up again.
@Suite struct SinkDownTests {
    private struct Receiver {
        var isUp = false
        var newest = 0
        var titles: [String] = []
        var refused = 0
    }

    private static let perSweep = 50
    private static let sweeps = 20

    private static func document(upTo newest: Int) -> String {
        let items = stride(from: newest, to: max(0, newest - 100), by: -1).map { number in
            let time = Timestamp(seconds: 1_796_000_000 + Int64(number)).rfc3339
            return
                "<entry><id>urn:down:\(number)</id><title>Number \(number)</title><updated>\(time)</updated></entry>"
        }
        return
            "<feed xmlns='http://www.w3.org/2005/Atom'><title>Down</title><id>urn:down</id>\(items.joined())</feed>"
    }

    @Test func `all that came while a sink was down is delivered in order once it is up`() async throws {
        let receiver = Mutex(Receiver())
        let server = try LocalHTTPServer { request in
            receiver.withLock { state in
                guard request.path == "/hook" else {
                    return ServedAnswer(200, [:], Self.document(upTo: state.newest))
                }
                guard state.isUp else {
                    state.refused += 1
                    return ServedAnswer(503)
                }
                let event = try? JSONReader.read(request.body)
                state.titles.append(event?["data"]?["entry"]?["title"]?.string ?? "?")
                return ServedAnswer(204)
            }
        }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let text = """
            {"feeds": [{"name": "down", "url": "\(server.url("/feed"))", "first": "all", "limit": 1000}],
             "sinks": [{"type": "webhook", "url": "\(server.url("/hook"))"}]}
            """
        var lines = 0
        // An hour of sweeps, each one a start of its own.
        for sweep in 1...Self.sweeps {
            receiver.withLock { $0.newest = sweep * Self.perSweep }
            let minute = (sweep - 1) * 3
            let outcome = try await run(
                text, folder, at: "2026-11-30T12:\(minute < 10 ? "0" : "")\(minute):00Z"
            ) { lines += $0 }
            #expect(outcome.owed == sweep * Self.perSweep)
            #expect(outcome.failing == 0)
        }
        // The console went on, and the dead receiver was probed, not hammered.
        #expect(lines == Self.sweeps * Self.perSweep)
        #expect(receiver.withLock { $0.refused } <= Self.sweeps * 4)
        receiver.withLock { $0.isUp = true }
        let outcome = try await run(text, folder, at: "2026-11-30T15:00:00Z") { lines += $0 }
        #expect(outcome.owed == 0)
        #expect(receiver.withLock { $0.titles } == (1...Self.sweeps * Self.perSweep).map { "Number \($0)" })
        #expect(lines == Self.sweeps * Self.perSweep)
    }

    private func run(
        _ text: String, _ folder: TemporaryFolder, at time: String, console: (Int) -> Void
    ) async throws -> HeraldOutcome {
        let list = try await SubscriptionFile.parse(Array(text.utf8), file: "feeds.json", folder: folder.path)
        var options = HeraldOptions(state: folder.file("state"), version: "0")
        options.isOnce = true
        let count = Mutex(0)
        let herald = try await Herald(
            list, options: options, clock: GoldenClock(time).herald, log: .silent,
            writeConsole: { bytes in count.withLock { $0 += bytes.count { $0 == 0x0A } } })
        let outcome = await herald.run()
        console(count.withLock { $0 })
        return outcome
    }
}
