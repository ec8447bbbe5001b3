import FeedModel
import TestSupport
import Testing

@testable import Delivery

struct FileSinkTests {
    private let world = SinkWorld()

    @Test func `lines are appended, also after the file was rotated away`() async throws {
        let folder = try TemporaryFolder()
        let settings = SinkSettings(name: "file", kind: .file(FileSettings(path: folder.file("log.jsonl"))))
        let sink = try SinkFactory.make(settings, environment: world.environment)
        _ = await sink.deliver((0..<3).map { Sample.announcement(title: hostileTexts[$0], number: $0) })
        try ToolProcess.run("mv", folder.file("log.jsonl"), folder.file("old.jsonl"))
        #expect(await sink.deliver([Sample.announcement(number: 9)])[0].isDelivered)
        let old = try folder.read("old.jsonl").split(separator: "\n")
        #expect(old.count == 3)
        #expect(try JSONReader.read(Array(old[1].utf8))["data"]?["entry"]?["title"]?.string == "-rf")
        #expect(try folder.read("log.jsonl").split(separator: "\n").count == 1)
    }

    @Test func `a folder that is missing is named at the start`() {
        let settings = SinkSettings(name: "f", kind: .file(FileSettings(path: "/nonexistent/folder/x")))
        #expect(throws: Failure.self) { try SinkFactory.make(settings, environment: world.environment) }
    }
}

struct MQTTSinkTests {
    private let world = SinkWorld()

    private func sink(_ server: String, _ topic: String, body: String? = nil) throws -> any Sink {
        var settings = SinkSettings(name: "mqtt", kind: .mqtt(MQTTSettings(server: server, topic: topic)))
        settings.body = body
        return try SinkFactory.make(settings, environment: world.environment)
    }

    @Test func `a real mosquitto hands events to its subscribers, and a title makes no topic level`()
        async throws
    {
        let folder = try TemporaryFolder()
        let port = try #require(LoopbackSocket.freePort())
        try folder.write("listener \(port) 127.0.0.1\nallow_anonymous true\n", to: "m.conf")
        let broker = try ToolProcess(["mosquitto", "-c", folder.file("m.conf")])
        defer { broker.stop() }
        for _ in 0..<500 where !LoopbackSocket.isAnswering(port) {
            try await Task.sleep(for: .milliseconds(10))
        }
        let subscriber = try ToolProcess([
            "stdbuf", "-oL", "mosquitto_sub", "-h", "127.0.0.1", "-p", "\(port)", "-t", "#", "-v", "-d", "-C",
            "3", "-W", "20",
        ])
        for _ in 0..<500 where !subscriber.output.contains("SUBACK") {
            try await Task.sleep(for: .milliseconds(10))
        }
        let server = "mqtt://127.0.0.1:\(port)"
        #expect(
            try await sink(server, "feeds/{{entry.title}}", body: "{{headline}}")
                .deliver([Sample.announcement(title: "a/+/#b")])[0].isDelivered)
        let outcomes = try await sink(server, "all").deliver((0..<2).map { Sample.announcement(number: $0) })
        #expect(outcomes.all(\.isDelivered))
        #expect(subscriber.wait() == 0)
        let lines = subscriber.output.split(separator: "\n")
        #expect(
            lines.contains("feeds/a----b apple - a/+/#b"))
        let events = lines.filter { $0.hasPrefix("all {") }
        #expect(events.count == 2)
        #expect(try JSONReader.read(Array(events[0].dropFirst(4).utf8))["specversion"]?.string == "1.0")
    }

    @Test func `a broker that is not there is tried later, bad settings are named`() async throws {
        let port = try #require(LoopbackSocket.freePort())
        #expect(try await sink("mqtt://127.0.0.1:\(port)", "t").deliver([Sample.announcement()])[0].isRetry)
        #expect(throws: Failure.self) { try sink("http://x", "t") }
        #expect(throws: Failure.self) { try sink("mqtt://x", "a/#") }
    }
}
