import FeedModel
import TestSupport
import Testing

@testable import Markers

/// The two ways to read a head: as its writer writes it, and as any JSON.
struct MarkerHeadTests {
    private static let texts = [
        "", "plain", "\"6b0e465e-15e43\"", "W/\"a b\\c\"", "two\nlines\r\n", "tab\tand \u{1}control",
        "äöü 🇩🇪 \u{FFFD}",
        "{\"version\":9}", "a,b]}", String(repeating: "long ", count: 1000), "\u{7F}",
    ]

    private static let numbers = [
        0.125, 24.401542818311015, 1e-9, 3, 1234567.5, 1e22, 0.1, 7.0 / 3, 9_007_199_254_740_992,
    ]

    /// A marker of which each field is there or not, by chance.
    private func marker(_ chance: inout SystemRandomNumberGenerator) -> Marker {
        func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &chance) ? value : nil }
        func text() -> String? { maybe(Self.texts.randomElement(using: &chance) ?? "") }
        func time() -> Timestamp? {
            maybe(Timestamp(milliseconds: Int64.random(in: -1_000_000...2_000_000_000_000, using: &chance)))
        }
        var marker = Marker(key: FeedKey(name: text(), url: "https://example.org/\(text() ?? "")"))
        marker.newestPublished = time().map { Timestamp(seconds: $0.seconds) }
        (marker.title, marker.link) = (text(), text())
        marker.startsSilently = Bool.random(using: &chance)
        marker.memory.lastDocument = time()
        var poll = PollState()
        poll.validators = Validators(etag: text(), lastModified: text())
        poll.bodyDigest = maybe(UInt64.random(in: 0...UInt64.max, using: &chance))
        (poll.lastPoll, poll.lastSuccess, poll.nextPoll) = (time(), time(), time())
        (poll.nextPollReason, poll.lastAnswer) = (text(), text())
        poll.failures = Bool.random(using: &chance) ? 0 : Int.random(in: 1...9, using: &chance)
        (poll.failingSince, poll.lastFailure) = (time(), text())
        poll.isFailureAnnounced = Bool.random(using: &chance)
        (poll.goneSince, poll.movedURL, poll.validatedURL) = (time(), text(), text())
        poll.moveSighting = time().map { MoveSighting(url: text() ?? "u", count: 2, first: $0) }
        poll.entriesPerDay = maybe(Self.numbers.randomElement(using: &chance) ?? 0)
        (poll.rateAsOf, poll.hostPausedUntil) = (time(), time())
        poll.addressDigest = maybe(UInt64.random(in: 0...1000, using: &chance))
        poll.hints.ttlMinutes = maybe(60)
        poll.hints.skipHours = maybe([1, 23]) ?? []
        marker.poll = poll
        return marker
    }

    @Test func `what the writer wrote is read in its order, as any other reader reads it`() throws {
        var chance = SystemRandomNumberGenerator()
        var quick = 0
        for _ in 0..<600 {
            let marker = marker(&chance)
            let bytes = MarkerFile.encode(marker)
            let end = try #require(MarkerFile.headEnd(bytes))
            let value = try JSONReader.read(bytes[..<end] + [0x7D])
            let general = try #require(MarkerHead(value: value))
            let head = try #require(MarkerHead(bytes))
            #expect(head == general, "\(String(decoding: bytes[..<end], as: UTF8.self))")
            let known = FeedKey(name: "another", url: "file:///x")
            let forKnown = try #require(MarkerHead(bytes, key: known))
            #expect(forKnown.key == known && forKnown.poll == head.poll && forKnown.owed == head.owed)
            if MarkerHead(cursor: JSONCursor(bytes, to: end), key: nil) != nil { quick += 1 }
        }
        // Those with control characters go the general way.
        #expect(quick > 60)
    }

    @Test(arguments: [
        #"{"url":"https://e.org/","version":2,"owed":3,"poll":{"lastAnswer":"304","etag":"x"}"#,
        #"{ "version": 2, "url": "https://e.org/", "owed": 3, "poll": { "etag": "\u0078", "lastAnswer": "304" }"#,
        #"{"newestPublished":null,"version":2,"url":"https://e.org/","poll":{"etag":"x","lastAnswer":"304","future":[1]},"owed":3"#,
        #"{"newestPublished":null,"version":2,"url":"https://e.org/","poll":{"etag":"x","lastAnswer":"304"},"owed":3,"more":{}"#,
        #"{"newestPublished":null,"version":2.0,"url":"https://e.org/","poll":{"etag":"x","lastAnswer":"304"},"owed":3e0"#,
    ])
    func `a head in another order or with more in it reads the same`(text: String) throws {
        var bytes = Array((text + ",").utf8)
        bytes += Array("\"head\":\"\(StableHash.hex(StableHash.of(bytes)))\",\n".utf8)
        let head = try #require(MarkerHead(bytes))
        #expect(head.key.url == "https://e.org/" && head.owed == 3)
        #expect(head.poll.validators.etag == "x" && head.poll.lastAnswer == "304")
    }

    @Test func `a number is read to its last bit`() {
        for number in Self.numbers + (0..<2000).map({ Double($0 * $0) / 997 }) {
            var cursor = JSONCursor(Array("\(number)}".utf8))
            #expect(cursor.double() == number)
        }
        for text in ["1.2.3", "1.", ".5", "-", "", "1e", "0x10"] {
            var cursor = JSONCursor(Array("\(text)}".utf8))
            _ = cursor.double()
            #expect(cursor.isBroken, "\(text)")
        }
    }
}
