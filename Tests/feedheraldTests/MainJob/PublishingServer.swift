import FeedModel
import FoundationEssentials
import Synchronization
import TestSupport

/// A feed that gets a new entry at a steady rate, and a webhook that notes when it hears of each.
final class PublishingServer: Sendable {
    private struct State {
        var heard: [(title: String, at: ContinuousClock.Instant)] = []
        /// Answers 503 to this many further posts.
        var refusals = 0
    }

    let count: Int
    let period: Duration
    private let start: ContinuousClock.Instant
    private let state = Mutex(State())
    private let server: LocalHTTPServer

    init(count: Int, period: Duration) throws {
        self.count = count
        self.period = period
        let start = ContinuousClock.now
        self.start = start
        let relay = Relay()
        server = try LocalHTTPServer { relay.owner?.answer($0) ?? ServedAnswer(503) }
        relay.set(self)
    }

    /// Breaks the circle of a server that needs its owner and an owner that needs its server.
    private final class Relay: Sendable {
        private let box = Mutex<PublishingServer?>(nil)
        var owner: PublishingServer? { box.withLock { $0 } }
        func set(_ owner: PublishingServer?) { box.withLock { $0 = owner } }
    }

    var feed: String { server.url("/feed") }
    var hook: String { server.url("/hook") }

    func stop() { server.stop() }

    /// When the entry of a number (from 1) appeared.
    func published(_ number: Int) -> ContinuousClock.Instant { start.advanced(by: period * number) }

    var heard: [(title: String, at: ContinuousClock.Instant)] { state.withLock { $0.heard } }

    func refuse(next count: Int) { state.withLock { $0.refusals = count } }

    private func answer(_ request: ServedRequest) -> ServedAnswer {
        guard request.path == "/hook" else { return document() }
        let isRefused = state.withLock { state in
            defer { if state.refusals > 0 { state.refusals -= 1 } }
            return state.refusals > 0
        }
        if isRefused { return ServedAnswer(503, ["Retry-After": "1"]) }
        let event = try? JSONReader.read(request.body)
        let title = event?["data"]?["entry"]?["title"]?.string ?? "?"
        state.withLock { $0.heard.append((title, .now)) }
        return ServedAnswer(204)
    }

    private func document() -> ServedAnswer {
        let elapsed = start.duration(to: .now)
        let newest = min(count, Int(elapsed / period))
        // Newest first, as most feeds have them; ten at a time.
        let entries = stride(from: newest, to: max(0, newest - 10), by: -1).map { number in
            let time = Timestamp(seconds: 1_796_000_000 + Int64(number)).rfc3339
            return
                "<entry><id>urn:live:\(number)</id><title>Number \(number)</title><updated>\(time)</updated>"
                + "<author><name>robot</name></author><link href='https://live.example/\(number)'/></entry>"
        }
        let text =
            "<feed xmlns='http://www.w3.org/2005/Atom'><title>Live</title><id>urn:live</id>"
            + "<updated>2026-11-30T00:00:00Z</updated>\(entries.joined())</feed>"
        return ServedAnswer(200, ["ETag": "\"\(newest)\""], text)
    }
}
