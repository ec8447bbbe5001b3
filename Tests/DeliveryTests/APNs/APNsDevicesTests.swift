import FeedModel
import Synchronization
import TestSupport
import Testing

@testable import Delivery

/// Several devices, of which one has trouble of its own.
struct APNsDevicesTests {
    private func harness(
        _ devices: [String] = ["aa", "bb"], streams: Int = 1000,
        _ react: @escaping @Sendable (ServedPush) -> TestSupport.APNsReaction
    ) throws -> APNsHarness {
        try APNsHarness(devices: .list(devices)) { rules in
            rules.react = react
            rules.streams = streams
        }
    }

    @Test(arguments: [
        (413, "PayloadTooLarge"), (400, "PayloadEmpty"), (400, "BadCollapseId"), (400, "NeverHeardOf"),
        (400, nil), (404, "BadPath"), (418, nil),
    ])
    func `what one device will never take is told, and the others have it`(status: Int, reason: String?)
        async throws
    {
        let harness = try harness { push in
            guard push.device == "bb" else { return .accept }
            return reason.map { .answer(status: status, reason: $0) } ?? .garbled(status: status)
        }
        let outcomes = try await harness.sink().deliver(harness.batch(2))
        #expect(outcomes.map(\.word) == ["deliveredExcept", "deliveredExcept"] && outcomes.all(\.isFinal))
        let text = outcomes[0].text
        #expect(text.contains("bb…") && text.contains("\(status)") && text.contains(reason ?? ""))
        #expect(harness.shown == ["aa": Set(harness.batch(2).map(\.id))])
        let state = APNsState(harness.world.state("phone"))
        #expect(state.progress.isEmpty && state.refusals.isEmpty)
    }

    @Test(arguments: [(429, "TooManyRequests"), (500, "InternalServerError"), (503, "ServiceUnavailable")])
    func `a device that must wait holds nobody up and gets in order what it lacks`(
        status: Int, reason: String
    )
        async throws
    {
        let isWell = Atomic(false)
        let harness = try harness(streams: 1) { push in
            push.device == "bb" && !isWell.load(ordering: .relaxed)
                ? .answer(status: status, reason: reason) : .accept
        }
        let sink = try harness.sink()
        let first = await sink.deliver(harness.batch(3))
        #expect(first.all(\.isAside))
        #expect(harness.shown.mapValues(\.count) == ["aa": 3])
        // What comes later goes to the others at once; the one is not asked in between, nor after a restart.
        #expect(harness.server.pushes.filter { $0.device == "bb" }.count == 1)
        _ = await sink.deliver(harness.batch(1, from: 4))
        await sink.close()
        let next = try harness.sink()
        #expect(await next.deliver(harness.batch(1, from: 5))[0].isAside)
        #expect(harness.shown.mapValues(\.count) == ["aa": 5])
        #expect(harness.server.pushes.filter { $0.device == "bb" }.count == 1)
        #expect(harness.world.notices.count == 1)
        // Asked again after two minutes, then after four.
        harness.world.now = harness.world.now + .seconds(120)
        guard case .aside(_, let until, let reached) = await next.deliver(harness.batch(5))[0] else {
            Issue.record("not aside")
            return
        }
        #expect(until == harness.world.now + .seconds(240) && !reached)
        harness.world.now = until
        isWell.store(true, ordering: .relaxed)
        #expect(await next.deliver(harness.batch(6)).all(\.isDelivered))
        let got = harness.server.accepted.filter { $0.device == "bb" }.compactMap { $0["apns-collapse-id"] }
        #expect(got == harness.batch(6).map(\.id))
        #expect(harness.server.accepted.filter { $0.device == "aa" }.count == 6)
        #expect(APNsState(harness.world.state("phone")).pauses.isEmpty)
    }

    @Test func `trouble of all devices is the service's and holds the line`() async throws {
        let harness = try harness { _ in .answer(status: 503, reason: "ServiceUnavailable") }
        let outcomes = try await harness.sink().deliver(harness.batch(2))
        #expect(outcomes.all(\.isRetry))
        #expect(APNsState(harness.world.state("phone")).pauses.isEmpty && harness.world.notices.isEmpty)
    }

    @Test(arguments: [["aa"], ["aa", "bb"]])
    func `all tokens refused after a success are the wrong environment`(devices: [String]) async throws {
        let isWrong = Atomic(false)
        let harness = try harness(devices) { _ in
            isWrong.load(ordering: .relaxed) ? .answer(status: 400, reason: "BadDeviceToken") : .accept
        }
        let sink = try harness.sink()
        #expect(await sink.deliver(harness.batch(1)).all(\.isDelivered))
        isWrong.store(true, ordering: .relaxed)
        let outcomes = await sink.deliver(harness.batch(2, from: 2))
        #expect(outcomes.all(\.isSuspended) && outcomes[0].text.contains("sandbox"))
        #expect(APNsState(harness.world.state("phone")).dropped.isEmpty)
    }

    @Test func `connections that break before an answer are not opened without pause`() async throws {
        let harness = try harness { _ in .acceptAndCut }
        let sink = try harness.sink()
        guard case .retry(_, let after) = await sink.deliver(harness.batch(1))[0] else {
            Issue.record("no retry")
            return
        }
        #expect(harness.server.connections == 2 && after == .seconds(1))
        #expect(await sink.deliver(harness.batch(1, from: 2))[0].isRetry)
        #expect(harness.server.connections == 2)
        for (number, pause) in [1, 2, 4].enumerated() {
            harness.world.now = harness.world.now + .seconds(pause)
            #expect(await sink.deliver(harness.batch(1))[0].isRetry)
            #expect(harness.server.connections == 3 + number)
        }
    }

    @Test func `a provider token is stored before it is used`() async throws {
        let seen = Mutex<(world: SinkWorld?, tokens: [String?])>((nil, []))
        let harness = try harness(["aa"]) { _ in
            seen.withLock { $0.tokens.append($0.world?.state("phone")?["token"]?["text"]?.string) }
            return .accept
        }
        seen.withLock { $0.world = harness.world }
        _ = try await harness.sink().deliver(harness.batch(1))
        let used = harness.server.tokens.values.flatMap(\.self)
        #expect(used == seen.withLock { $0.tokens }.map { "bearer \($0 ?? "")" })
    }
}
