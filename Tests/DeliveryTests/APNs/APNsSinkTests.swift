import FeedModel
import TestSupport
import Testing

@testable import Delivery

struct APNsSinkTests {
    @Test func `a push carries the recipe's payload and Apple's headers`() async throws {
        var harness = try APNsHarness()
        harness.settings.sound = "ping1.caf"
        harness.settings.hasOneButton = true
        harness.settings.interruptionLevel = "active"
        let sink = try harness.sink()
        let announcement = Sample.announcement(title: "quote \" back \\ line\nend 🎉", author: "name")
        let outcomes = await sink.deliver([announcement])
        let push = try #require(harness.server.accepted.first)
        #expect(harness.server.violations == [])
        let payload = try JSONReader.read(push.body)
        #expect(payload["aps"]?["alert"]?["body"]?.string == "name - quote \" back \\ line end 🎉")
        #expect(payload["aps"]?["alert"]?["title"]?.string == "Swift releases")
        #expect(payload["aps"]?["alert"]?["action-loc-key"]?.isNull == true)
        #expect(payload["aps"]?["sound"]?.string == "ping1.caf")
        #expect(payload["aps"]?["interruption-level"]?.string == "active")
        #expect(payload["aps"]?["badge"] == nil)
        #expect(payload["url"]?.string == "https://example.org/r/631")
        #expect(push["apns-collapse-id"] == announcement.id)
        #expect(push["apns-priority"] == "10" && push["apns-push-type"] == "alert")
        #expect(push.path == "/3/device/abcdef01")
        #expect(outcomes == [.delivered(note: "apns-id \(push["apns-id"] ?? "")")])
        await sink.close()
    }

    @Test func `four batches to three devices go over one connection with one token, in order, once`()
        async throws
    {
        let harness = try APNsHarness(devices: .list(["aa", "bb", "cc"]))
        let sink = try harness.sink()
        for round in 0..<4 {
            let outcomes = await sink.deliver(harness.batch(100, from: round * 100))
            #expect(outcomes.all(\.isDelivered))
        }
        #expect(harness.server.violations == [])
        #expect(harness.server.connections == 1)
        #expect(harness.server.tokens.values.map(\.count) == [1])
        #expect(harness.server.acceptedCount == 1200)
        #expect(harness.shown.mapValues(\.count) == ["aa": 400, "bb": 400, "cc": 400])
        let order = harness.server.accepted.filter { $0.device == "aa" }.map { push in
            push.text.firstRange(of: "Entry ").flatMap {
                Int(push.text[$0.upperBound...].prefix { $0.isNumber })
            }
        }
        #expect(order == Array(0..<400))
        #expect(Set(harness.server.accepted.compactMap { $0["apns-id"] }).count == 1200)
    }

    @Test func `a certificate serves in place of a token`() async throws {
        let harness = try APNsHarness(usesToken: false) { $0.needsClientCertificate = true }
        let sink = try harness.sink()
        let outcomes = await sink.deliver(harness.batch(20))
        #expect(outcomes.all(\.isDelivered), "\(outcomes)")
        #expect(harness.server.violations == [])
    }

    @Test func `a digest is one push of low priority`() async throws {
        var harness = try APNsHarness()
        harness.sinkSettings.digest = .every(.seconds(3600))
        let sink = try harness.sink()
        let outcomes = await sink.deliver(harness.batch(7))
        #expect(outcomes.count == 7 && outcomes.all(\.isDelivered))
        #expect(harness.server.acceptedCount == 1)
        let push = try #require(harness.server.accepted.first)
        #expect(push["apns-priority"] == "5")
        #expect(push.text.contains("7 new entries of Swift releases"))
    }

    @Test func `the badge counts what was pushed and is kept between runs`() async throws {
        var harness = try APNsHarness()
        harness.settings.badge = .count
        _ = try await harness.sink().deliver(harness.batch(2))
        _ = try await harness.sink().deliver(harness.batch(1, from: 3))
        let badges = harness.server.accepted.map { (try? JSONReader.read($0.body))?["aps"]?["badge"]?.int }
        #expect(badges == [1, 2, 3])
        #expect(APNsState(harness.world.state("phone")).badge == 3)
    }

    @Test func `background pushes have no alert and priority 5`() async throws {
        var harness = try APNsHarness()
        harness.settings.pushType = "background"
        let outcomes = try await harness.sink().deliver(harness.batch(1))
        #expect(outcomes.all(\.isDelivered) && harness.server.violations == [])
        #expect(harness.server.accepted.first?["apns-priority"] == "5")
    }

    @Test func `the devices file is read again when it changes, and a broken one does no harm`() async throws
    {
        let folder = try TemporaryFolder()
        try folder.write(#"["aa"]"#, to: "devices.json")
        let harness = try APNsHarness(devices: .file(folder.file("devices.json")))
        let sink = try harness.sink()
        _ = await sink.deliver(harness.batch(1))
        try folder.write(#"{"devices": {"Anna": "<aa>", "Ben": "bbbb"}}"#, to: "devices.json")
        _ = await sink.deliver(harness.batch(1, from: 2))
        try folder.write(#"{"devices": [{"tok"#, to: "devices.json")
        _ = await sink.deliver(harness.batch(1, from: 3))
        #expect(harness.shown.mapValues(\.count) == ["aa": 3, "bbbb": 2])
        #expect(harness.world.notices.count == 1)
    }

    @Test func `a token is kept for 50 minutes, then a new connection gets a new one`() async throws {
        let harness = try APNsHarness()
        let sink = try harness.sink()
        let start = harness.world.now
        for minute in [0, 10, 20, 30, 49] {
            harness.world.now = start + .seconds(minute * 60)
            _ = await sink.deliver(harness.batch(1, from: minute))
        }
        #expect(harness.server.connections == 1)
        harness.world.now = start + .seconds(51 * 60)
        let outcomes = await sink.deliver(harness.batch(3, from: 60))
        #expect(outcomes.all(\.isDelivered))
        #expect(harness.server.connections == 2)
        #expect(harness.server.tokens.values.allSatisfy { $0.count == 1 })
        #expect(Set(harness.server.tokens.values.flatMap(\.self)).count == 2)
        #expect(harness.server.violations == [])
    }
}
