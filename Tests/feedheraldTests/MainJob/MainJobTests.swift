import FeedModel
import FoundationEssentials
import TestSupport
import Testing

/// The main job with the built program: a live feed on one side, a webhook and a phone on the other.
///
/// With `FEEDHERALD_LONG=1` it runs for a minute an entry a second, kills twenty times, and holds the two seconds.
@Suite(.serialized) struct MainJobTests {
    static let binary = "\(Fixture.checkout)/.build/debug/feedherald"
    static let isLong = ProcessInfo.processInfo.environment["FEEDHERALD_LONG"] != nil

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start(_ delay: String) throws -> ToolProcess {
        try ToolProcess([Self.binary, delay, "-c", folder.file("feeds.json"), "-s", folder.file("state")])
    }

    private func write(_ server: PublishingServer, sinks: [String]) throws {
        let list = (sinks + ["{ \"type\": \"webhook\", \"url\": \"\(server.hook)\" }"]).joined(
            separator: ",\n")
        try folder.write(
            "{ \"feeds\": [ { \"name\": \"live\", \"url\": \"\(server.feed)\", \"first\": \"all\" } ],\n\"sinks\": [\(list)] }",
            to: "feeds.json")
    }

    /// Waits until all is heard, or for so long that something must be wrong.
    private func wait(upTo limit: Duration, until isDone: () -> Bool) async throws {
        let end = ContinuousClock.now.advanced(by: limit)
        while !isDone(), ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(50)) }
    }

    @Test func `each entry reaches console, webhook and phone once, in order`() async throws {
        let count = Self.isLong ? 60 : 6
        let server = try PublishingServer(
            count: count, period: Self.isLong ? .seconds(1) : .milliseconds(300))
        defer { server.stop() }
        let phone = try PhoneSetup()
        try write(server, sinks: [phone.sink()])
        let program = try start(Self.isLong ? "1" : "0.2")
        try await wait(upTo: server.period * count + .seconds(40)) {
            server.heard.count >= count && phone.server.acceptedCount >= count
        }
        program.stop()
        let expected = (1...count).map { "Number \($0)" }
        #expect(server.heard.map(\.title) == expected)
        let bodies = phone.server.accepted.compactMap {
            try? JSONReader.read($0.body)["aps"]?["alert"]?["body"]?.string
        }
        #expect(bodies == expected.map { "robot - \($0)" })
        #expect(phone.server.violations.isEmpty)
        #expect(phone.server.connections == 1)
        let lines = program.output.split(separator: "\n")
        #expect(lines.count == count)
        for (line, number) in zip(lines, 1...count) {
            #expect(line.hasSuffix(" NEW live: robot - Number \(number) https://live.example/\(number)"))
        }
        if Self.isLong {
            let slowest = server.heard.enumerated().map {
                server.published($0.offset + 1).duration(to: $0.element.at)
            }.max()
            #expect(slowest ?? .seconds(99) < .seconds(2), "slowest \(String(describing: slowest))")
        }
    }

    @Test func `killed at any moment, it loses nothing and repeats at most what was in flight`() async throws
    {
        let count = Self.isLong ? 60 : 8
        let kills = Self.isLong ? 20 : 3
        let server = try PublishingServer(
            count: count, period: Self.isLong ? .seconds(1) : .milliseconds(400))
        defer { server.stop() }
        let phone = try PhoneSetup()
        try write(server, sinks: [phone.sink()])
        var program = try start("0.2")
        let span = server.period * count / (kills + 1)
        for number in 0..<kills {
            if number == kills / 2 { server.refuse(next: 2) }
            try await Task.sleep(for: span * Double.random(in: 0.5...1.5))
            program.stop(9)
            program = try start("0.2")
        }
        try await wait(upTo: server.period * count + .seconds(60)) {
            Set(server.heard.map(\.title)).count >= count
                && Set(phone.server.accepted.map { $0["apns-id"] }).count >= count
        }
        program.stop()
        let titles = server.heard.map(\.title)
        #expect(Set(titles) == Set((1...count).map { "Number \($0)" }))
        #expect(titles.count <= count + kills)
        // A repeated push replaces the first one on the device: same id, same collapse-id.
        let pushes = phone.server.accepted
        #expect(Set(pushes.map { $0["apns-id"] }).count == count)
        #expect(pushes.count <= count + kills)
        #expect(phone.server.violations.isEmpty)
    }
}
