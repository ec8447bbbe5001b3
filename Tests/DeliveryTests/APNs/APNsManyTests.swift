import FeedModel
import FoundationEssentials
import TestSupport
import Testing
import Transport

@testable import Delivery

/// Many pushes through the sink: one connection, one token, nothing lost, nothing twice, little memory.
@Suite(.serialized) struct APNsManyTests {
    /// 1,000 pushes always, 10,000 with FEEDHERALD_LONG in the environment.
    private static let messages =
        ProcessInfo.processInfo.environment["FEEDHERALD_LONG"] == nil ? 500 : 5000
    private static let devices = ["aa", "bb"]

    @Test func `all go over one connection with one token and in flat memory`() async throws {
        let harness = try APNsHarness(devices: .list(Self.devices)) { $0.streams = 500 }
        harness.server.forgetPushes()
        let sink = try harness.sink()
        var growth = 0
        for first in stride(from: 0, to: Self.messages, by: sink.maxBatch) {
            #expect(await sink.deliver(harness.batch(sink.maxBatch, from: first)).all(\.isDelivered))
            // The first batches fill caches and pools.
            if first == 2 * sink.maxBatch { growth = -LiveProcess.residentKilobytes }
        }
        growth += LiveProcess.residentKilobytes
        #expect(harness.server.acceptedCount == Self.messages * Self.devices.count)
        #expect(harness.server.violations == [])
        #expect(harness.server.connections == 1)
        #expect(harness.server.tokens.values.map(\.count) == [1])
        #expect(harness.server.peak > 1 && harness.server.peak <= 500)
        print("\(harness.server.acceptedCount) pushes: memory grew by \(growth) KiB")
        // Other tests run meanwhile; what is asked is that it does not grow with the pushes.
        if Self.messages > 1000 { #expect(growth < 32_768) }
        await sink.close()
    }

    @Test func `a message to ten thousand devices goes in portions, and each device gets it once`()
        async throws
    {
        let devices = (0..<10_000).map { String(0x10_0000 + $0, radix: 16) }
        let harness = try APNsHarness(devices: .list(devices)) { rules in
            rules.react = { $0.number % 997 == 5 ? .refuseStream : .accept }
        }
        let outcomes = try await harness.sink().deliver(harness.batch(1))
        #expect(outcomes.all(\.isDelivered))
        #expect(harness.server.accepted.count == devices.count)
        #expect(harness.shown.count == devices.count && harness.server.connections == 1)
        #expect(harness.server.violations == [])
    }

    @Test func `a device dropped in one portion is not asked in the next`() async throws {
        let devices = (0..<3000).map { String(0x10_0000 + $0, radix: 16) }
        let gone = devices[7]
        let harness = try APNsHarness(devices: .list(devices)) { rules in
            rules.react = {
                $0.device == gone ? .answer(status: 410, reason: "Unregistered", timestamp: 1000) : .accept
            }
        }
        #expect(try await harness.sink().deliver(harness.batch(3)).all(\.isDelivered))
        #expect(harness.server.pushes.count { $0.device == gone } == 1)
        #expect(harness.world.notices.count == 1)
    }

    @Test func `sinks with one key share a connection and a token, also when they are made anew`()
        async throws
    {
        let harness = try APNsHarness()
        let (first, second) = (try harness.sink(), try harness.sink())
        async let one = first.deliver(harness.batch(50))
        async let two = second.deliver(harness.batch(50, from: 100))
        #expect(await one.all(\.isDelivered))
        #expect(await two.all(\.isDelivered))
        #expect(harness.server.connections == 1)
        await first.close()
        #expect(await second.deliver(harness.batch(1, from: 200)).all(\.isDelivered))
        #expect(harness.server.connections == 1)
        await second.close()
        // Nobody needs the connection any more; the token outlives it, as Apple wants.
        harness.world.now = harness.world.now + .seconds(600)
        #expect(try await harness.sink().deliver(harness.batch(1, from: 300)).all(\.isDelivered))
        #expect(harness.server.connections == 2)
        #expect(Set(harness.server.tokens.values.flatMap(\.self)).count == 1)
        #expect(harness.server.violations == [])
    }

    @Test func `processes that are started one after the other go on with one token`() async throws {
        let harness = try APNsHarness()
        for start in 0..<4 {
            // Other limits make a line of its own, as another process would have.
            let sink = try harness.sink { $0.answer = .seconds(10 + start) }
            #expect(await sink.deliver(harness.batch(1, from: start)).all(\.isDelivered))
            await sink.close()
            harness.world.now = harness.world.now + .seconds(300)
        }
        #expect(harness.server.connections == 4)
        #expect(Set(harness.server.tokens.values.flatMap(\.self)).count == 1)
        harness.world.now = harness.world.now + .seconds(1800)
        let late = try harness.sink { $0.answer = .seconds(20) }
        #expect(await late.deliver(harness.batch(1, from: 9)).all(\.isDelivered))
        #expect(Set(harness.server.tokens.values.flatMap(\.self)).count == 2)
        #expect(harness.server.violations == [])
        // Another key's token is not taken.
        var other = APNsState(harness.world.state("phone"))
        other.token?.account = "another"
        harness.world.setState("phone", other.json)
        _ = try await harness.sink { $0.answer = .seconds(21) }.deliver(harness.batch(1, from: 10))
        #expect(Set(harness.server.tokens.values.flatMap(\.self)).count == 3)
    }

    @Test func `a clock that is set back by seconds asks for no new token`() async throws {
        let harness = try APNsHarness { $0.react = { $0.number % 2 == 0 ? .cut : .accept } }
        let sink = try harness.sink()
        _ = await sink.deliver(harness.batch(1))
        harness.world.now = harness.world.now + .seconds(-30)
        #expect(await sink.deliver(harness.batch(1, from: 2)).all(\.isDelivered))
        #expect(Set(harness.server.tokens.values.flatMap(\.self)).count == 1)
    }
}
