import FeedModel
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Delivery

struct APNsTroubleTests {
    @Test func `GOAWAY, refusals, resets, cuts and lost answers lose nothing and show nothing twice`()
        async throws
    {
        let harness = try APNsHarness(devices: .list(["aa", "bb"])) { rules in
            rules.streams = 40
            rules.react = { push in
                switch push.number {
                case 30: .goAway(reason: "Shutdown")
                case 70, 71, 150: .refuseStream
                case 90: .acceptAndReset
                case 120: .acceptAndCut
                case 200: .cut
                case 260: .goAway(reason: "")
                default: .accept
                }
            }
        }
        let sink = try harness.sink()
        var owed = harness.batch(150)
        var rounds = 0
        while !owed.isEmpty, rounds < 10 {
            rounds += 1
            var next: [Announcement] = []
            for start in stride(from: 0, to: owed.count, by: 100) {
                let batch = Array(owed[start..<min(start + 100, owed.count)])
                for (announcement, outcome) in zip(batch, await sink.deliver(batch))
                where !outcome.isDelivered {
                    next.append(announcement)
                }
            }
            owed = next
        }
        #expect(owed.isEmpty && rounds == 1)
        #expect(harness.shown.mapValues(\.count) == ["aa": 150, "bb": 150])
        #expect(harness.server.violations == [])
        #expect(Set(harness.server.tokens.values.flatMap(\.self)).count == 1)
        #expect(harness.server.connections <= 7)
        // What was sent again had the same ids.
        let pairs = Set(
            harness.server.pushes.map {
                "\($0.device) \($0["apns-collapse-id"] ?? "") \($0["apns-id"] ?? "")"
            })
        #expect(pairs.count == 300)
    }

    @Test func `an answer that never comes is asked for again on another connection`() async throws {
        let harness = try APNsHarness { $0.react = { $0.number == 1 ? .stall : .accept } }
        let sink = try harness.sink { $0.answer = .milliseconds(300) }
        let outcomes = await sink.deliver(harness.batch(4))
        #expect(outcomes.all(\.isDelivered), "\(outcomes)")
        #expect(harness.server.connections == 2)
        #expect(harness.shown["abcdef01"]?.count == 4)
    }

    @Test func `a device that is gone is dropped by its timestamp, said once, and not asked again`()
        async throws
    {
        let folder = try TemporaryFolder()
        try folder.write(
            #"[{"token": "aa", "name": "old"}, {"token": "bb", "registered_at": 2000}, {"token": "cc"}]"#,
            to: "d.json")
        let harness = try APNsHarness(devices: .file(folder.file("d.json"))) { rules in
            rules.react = { push in
                push.device == "cc" ? .accept : .answer(status: 410, reason: "Unregistered", timestamp: 1000)
            }
        }
        let sink = try harness.sink()
        let first = await sink.deliver(harness.batch(2))
        // bb registered after Apple last knew it to be gone: tried again later, for it alone.
        #expect(first.all(\.isAside) && first[0].text.contains("before the device was registered"))
        #expect(
            harness.world.notices.map(\.message).sorted().map { $0.prefix(28) } == [
                "the device bb… must wait: Ap", "the device old is dropped: 4",
            ])
        let before = harness.server.pushes.count
        harness.world.now = harness.world.now + .seconds(121)
        _ = try await harness.sink().deliver(harness.batch(2))
        #expect(Set(harness.server.pushes.dropFirst(before).map(\.device)) == ["bb"])
        #expect(harness.world.notices.count == 2)
        // Registered anew: pushes reach it again.
        try folder.write(#"[{"token": "aa", "registered_at": 9000}]"#, to: "d.json")
        _ = await sink.deliver(harness.batch(1, from: 9))
        #expect(harness.server.pushes.last?.device == "aa")
    }

    @Test func `one bad token among good ones is dropped, none good is the settings' fault`() async throws {
        let mixed = try APNsHarness(devices: .list(["aa", "bb"])) { rules in
            rules.react = { $0.device == "bb" ? .answer(status: 400, reason: "BadDeviceToken") : .accept }
        }
        let outcomes = try await mixed.sink().deliver(mixed.batch(3))
        #expect(outcomes.all(\.isDelivered))
        #expect(mixed.world.notices.count == 1)
        let wrong = try APNsHarness(devices: .list(["aa", "bb"])) { rules in
            rules.react = { _ in .answer(status: 400, reason: "BadDeviceToken") }
        }
        let suspended = try await wrong.sink().deliver(wrong.batch(2))
        #expect(suspended.all(\.isSuspended))
        #expect(suspended[0].text.contains("sandbox"))
        #expect(APNsState(wrong.world.state("phone")).dropped.isEmpty)
    }

    @Test func `on a retry only the devices that lack it get it, also after a restart`() async throws {
        let harness = try APNsHarness(devices: .list(["aa", "bb", "cc"])) { rules in
            rules.streams = 1
            rules.react = {
                $0.device == "bb" && $0.number < 5 ? .answer(status: 429, reason: "TooManyRequests") : .accept
            }
        }
        let first = try await harness.sink().deliver(harness.batch(2))
        guard case .aside(_, let until, let reached) = first[0] else {
            Issue.record("not aside: \(first)")
            return
        }
        #expect(until == harness.world.now + .seconds(120) && reached && first[1].isAside)
        let asked = harness.server.pushes.count
        harness.world.now = until
        let second = try await harness.sink().deliver(harness.batch(2))
        #expect(second.all(\.isDelivered))
        #expect(harness.server.pushes.dropFirst(asked).map(\.device) == ["bb", "bb"])
        #expect(APNsState(harness.world.state("phone")).progress.isEmpty)
    }

    @Test(arguments: [
        (403, "InvalidProviderToken", "suspended", "keyID"),
        (403, "ExpiredProviderToken", "suspended", "clock"),
        (403, "Forbidden", "suspended", "teamID"), (400, "TopicDisallowed", "suspended", "bundle id"),
        (403, "BadEnvironmentKeyInToken", "suspended", "environment"),
        (403, "BadEnvironmentKeyIdInToken", "suspended", "environment"),
        (400, "BadCollapseId", "refused", ""), (413, "PayloadTooLarge", "refused", ""),
        (404, "BadPath", "refused", ""), (499, "NeverHeardOf", "refused", "NeverHeardOf"),
        (500, "InternalServerError", "retry", ""), (503, "ServiceUnavailable", "retry", ""),
        (429, "TooManyRequests", "retry", ""), (429, "TooManyProviderTokenUpdates", "retry", ""),
        (403, "UnrelatedKeyIdInToken", "retry", ""), (599, "NeverHeardOf", "retry", ""),
    ])
    func `every reason has its reaction`(status: Int, reason: String, expected: String, words: String)
        async throws
    {
        let harness = try APNsHarness {
            $0.react = { _ in .answer(status: status, reason: reason) }
        }
        let sink = try harness.sink()
        let outcome = await sink.deliver(harness.batch(1))[0]
        #expect(outcome.word == expected, "\(outcome)")
        #expect(outcome.text.contains(reason) && outcome.text.contains(words))
        #expect(harness.server.pushes.count <= 2)
        #expect(Set(harness.server.tokens.values.flatMap(\.self)).count == 1)
    }

    @Test func `an expired token is renewed on a new connection once it is old enough`() async throws {
        let harness = try APNsHarness {
            $0.react = { $0.number == 1 ? .answer(status: 403, reason: "ExpiredProviderToken") : .accept }
        }
        let sink = try harness.sink()
        let start = harness.world.now
        _ = await sink.deliver(harness.batch(1))
        harness.world.now = start + .seconds(25 * 60)
        let outcomes = await sink.deliver(harness.batch(1, from: 2))
        #expect(outcomes.all(\.isDelivered))
        #expect(harness.server.connections == 2)
        #expect(Set(harness.server.tokens.values.flatMap(\.self)).count == 2)
    }

    @Test func `server trouble waits the quarter of an hour that Apple asks for`() async throws {
        let harness = try APNsHarness {
            $0.react = { _ in .answer(status: 503, reason: "ServiceUnavailable") }
        }
        let sink = try harness.sink()
        for pause in [nil, Duration.seconds(900)] {
            guard case .retry(_, let after) = await sink.deliver(harness.batch(1))[0] else {
                Issue.record("no retry")
                return
            }
            #expect(after == pause)
            harness.world.now = harness.world.now + .seconds(12)
        }
    }

    @Test func `a proxy's answer without JSON is read by its status`() async throws {
        let harness = try APNsHarness { $0.react = { _ in .garbled(status: 502) } }
        #expect(try await harness.sink().deliver(harness.batch(1))[0].isRetry)
    }

    @Test func `a farewell that names the certificate suspends the sink`() async throws {
        let harness = try APNsHarness { $0.farewell = #"{"reason":"BadCertificateEnvironment"}"# }
        let outcome = try await harness.sink().deliver(harness.batch(1))[0]
        #expect(outcome.isSuspended && outcome.text.contains("environment"))
        #expect(harness.server.connections == 1)
    }

    @Test func `a service that cannot be reached is tried later, with its reason`() async throws {
        var harness = try APNsHarness()
        let dead = try #require(DeadPort())
        harness.settings.endpoint = "https://127.0.0.1:\(dead.number)"
        let outcome = try await harness.sink().deliver(harness.batch(1))[0]
        #expect(outcome.isRetry && outcome.text.contains("refused"))
        harness.settings.endpoint = harness.server.origin
        harness.settings.ca = nil
        let untrusted = try await harness.sink().deliver(harness.batch(1))[0]
        #expect(untrusted.isRetry && untrusted.text.contains("not trusted"))
    }
}
