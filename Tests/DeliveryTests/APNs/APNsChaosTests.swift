import FeedModel
import Signing
import Synchronization
import TestSupport
import Testing

@testable import Delivery

/// A service that does everything Apple's was ever seen to do, at random, over hours: nothing is lost, nothing is
/// shown twice, and tokens change as seldom as Apple wants.
@Suite struct APNsChaosTests {
    /// A small generator of random numbers (xorshift), so that a seed tells the whole story.
    private struct Dice {
        var state: UInt64

        mutating func roll(_ sides: UInt64) -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state % sides
        }
    }

    private static func reaction(_ roll: UInt64) -> TestSupport.APNsReaction {
        switch roll {
        case 0: .goAway(reason: "Shutdown")
        case 1: .goAway(reason: "")
        case 2: .acceptAndReset
        case 3: .acceptAndCut
        case 4: .cut
        case 5...8: .refuseStream
        case 9...11: .answer(status: 429, reason: "TooManyRequests")
        case 12, 13: .answer(status: 503, reason: "ServiceUnavailable")
        case 14: .answer(status: 500, reason: "InternalServerError")
        case 15: .answer(status: 403, reason: "ExpiredProviderToken")
        case 16: .garbled(status: 502)
        case 17: .answer(status: 400, reason: "IdleTimeout")
        case 18: .answer(status: 503, reason: "Shutdown")
        default: .accept
        }
    }

    /// What is delivered, until all is; the clock goes on by what the sink wants to wait.
    private func deliverAll(_ harness: APNsHarness, _ batch: [Announcement]) async throws -> Int {
        var (owed, rounds, sink) = (batch, 0, try harness.sink())
        while !owed.isEmpty {
            rounds += 1
            try #require(rounds < 60, "\(owed.count) are still owed")
            var pause = Duration.seconds(15)
            var next: [Announcement] = []
            for start in stride(from: 0, to: owed.count, by: sink.maxBatch) {
                let part = Array(owed[start..<min(start + sink.maxBatch, owed.count)])
                for (announcement, outcome) in zip(part, await sink.deliver(part)) where !outcome.isDelivered
                {
                    #expect(!outcome.isRefused, "\(outcome)")
                    if case .retry(_, let after?) = outcome { pause = max(pause, after) }
                    if case .aside(_, let until, _) = outcome {
                        pause = max(pause, until - harness.world.now)
                    }
                    if case .suspended = outcome { pause = max(pause, .seconds(3600)) }
                    next.append(announcement)
                }
            }
            owed = next
            harness.world.now = harness.world.now + pause
            // Now and then the program is started anew.
            if rounds % 3 == 0 {
                await sink.close()
                sink = try harness.sink()
            }
        }
        await sink.close()
        return rounds
    }

    @Test(arguments: [11, 23, 47, 101] as [UInt64])
    func `nothing is lost, nothing is shown twice, and tokens are changed seldom`(seed: UInt64) async throws {
        let dice = Mutex(Dice(state: seed))
        let clock = SinkClock()
        let gone = "cc"
        let harness = try APNsHarness(devices: .list(["aa", "bb", gone])) { rules in
            rules.streams = 30
            rules.lowersLimit = true
            rules.now = { clock.seconds }
            rules.react = { push in
                if push.device == gone, push.number > 200 {
                    return .answer(status: 410, reason: "Unregistered", timestamp: 1_700_000_000_000)
                }
                return Self.reaction(dice.withLock { $0.roll(120) })
            }
        }
        clock.follow(harness.world)
        let batch = harness.batch(150)
        _ = try await deliverAll(harness, batch)
        let ids = Set(batch.map(\.id))
        #expect(harness.shown["aa"] == ids && harness.shown["bb"] == ids)
        #expect(harness.world.notices.filter { $0.message.contains("410") }.count == 1)
        #expect(harness.server.violations == [])
        // One apns-id a device and notification, whatever happened to it.
        let pairs = harness.server.pushes.reduce(into: [String: Set<String>]()) { pairs, push in
            pairs["\(push.device) \(push["apns-collapse-id"] ?? "")", default: []].insert(
                push["apns-id"] ?? "")
        }
        #expect(pairs.values.allSatisfy { $0.count == 1 })
        try expectSeldomTokens(harness)
    }

    /// No two tokens were signed within 20 minutes, and no connection saw two.
    private func expectSeldomTokens(_ harness: APNsHarness) throws {
        #expect(harness.server.tokens.values.allSatisfy { $0.count == 1 })
        let texts = Set(harness.server.tokens.values.flatMap(\.self))
        let times = try texts.map { text in
            let claims = try #require(text.split(separator: ".").dropFirst().first)

            let bytes = try #require(Base64.decode(claims))
            return try #require(try JSONReader.read(bytes)["iat"]?.int)
        }.sorted()
        for (earlier, later) in zip(times, times.dropFirst()) { #expect(later - earlier >= 1200) }
    }
}

/// The service's clock, which shows the sink's time.
private final class SinkClock: Sendable {
    private let world = Mutex<SinkWorld?>(nil)

    func follow(_ world: SinkWorld) { self.world.withLock { $0 = world } }
    var seconds: Int { Int(world.withLock { $0?.now.seconds ?? 0 }) }
}
