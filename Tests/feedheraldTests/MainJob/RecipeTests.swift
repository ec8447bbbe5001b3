import FeedModel
import Synchronization
import TestSupport
import Testing

/// The recipe of 2009: a search feed polled twice, one more tweet the second time.
@Suite struct RecipeTests {
    @Test func `a new tweet makes a line and a push with its escaped text`() throws {
        let folder = try TemporaryFolder()
        let name = Mutex("twitter-search.atom")
        let server = try LocalHTTPServer { _ in
            let file = name.withLock { $0 }
            return ServedAnswer(
                200, ["ETag": "\"\(file)\""], bytes: (try? Fixture.bytes("atom/\(file)")) ?? [])
        }
        defer { server.stop() }
        let phone = try PhoneSetup()
        let sink = phone.sink(
            extra:
                #""sound": "ping1.caf", "oneButton": true, "payload": { "page": { "id": "{{entry.id}}" } }"#)
        try folder.write(
            #"{ "feeds": [ { "name": "search", "url": "\#(server.url("/search.atom?q=x"))" } ], "sinks": [ \#(sink) ] }"#,
            to: "feeds.json")
        func sweep() throws -> [String] {
            let program = try ToolProcess(
                [MainJobTests.binary, "--once", "-c", folder.file("feeds.json"), "-s", folder.file("state")])
            let code = program.wait()
            #expect(code == 0, "\(program.errors)")
            return program.output.split(separator: "\n").map(String.init)
        }
        let first = try sweep()
        #expect(first.count == 1)
        #expect(first.first?.contains(" NEW search: ") == true)
        #expect(try sweep().isEmpty)
        name.withLock { $0 = "twitter-search-2.atom" }
        let second = try sweep()
        #expect(second.count == 1)

        #expect(phone.server.acceptedCount == 2)
        #expect(phone.server.violations.isEmpty)
        let push = try #require(phone.server.accepted.last)
        let payload = try JSONReader.read(push.body)
        let alert = try #require(payload["aps"]?["alert"])
        let text = try #require(alert["body"]?.string)
        // The newest tweet's own quotation marks, backslash and emoji, whole.
        #expect(text.contains(" - ") && text.contains("\"") && text.contains("\\"))
        #expect(text.unicodeScalars.contains { $0.properties.isEmojiPresentation })
        #expect(second[0].contains(text))
        #expect(alert["action-loc-key"]?.isNull == true)
        #expect(payload["aps"]?["sound"]?.string == "ping1.caf")
        #expect(payload["page"]?["id"]?.string?.hasPrefix("tag:search.twitter.com,2005:") == true)
    }
}
