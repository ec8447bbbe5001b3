import FeedModel
import TestSupport
import Testing

@testable import Markers

struct MarkerFileTests {
    private let key = FeedKey(name: "Notes", url: "https://example.org/feed")

    /// A marker with something in every field.
    private func full(_ count: Int = 5) -> Marker {
        var feed = Feed(format: .rss)
        feed.title = "Notes \"quoted\""
        feed.link = "https://example.org/"
        feed.entries = (0..<count).map { number in
            var entry = Entry(id: "https://example.org/posts/\(number)-something-or-other/")
            entry.link = entry.id
            entry.title = "The title of entry number \(number), an ordinary one"
            entry.published = Timestamp(seconds: 1_780_000_000 + Int64(number) * 3600)
            entry.content = MadeUp.text(seed: UInt64(number), words: 100)
            return entry
        }
        var settings = NoveltySettings()
        settings.updates = true
        settings.first = .all
        let now = Timestamp(seconds: 1_781_000_000)
        let decision = Novelty.decide(feed, marker: Marker(key: key), now: now, settings: settings)
        var marker = decision.marker
        let reference = FeedReference(name: "Notes", url: key.url, title: "t", link: "l")
        for news in decision.announcements.prefix(3) {
            marker.outbox.owe(news, feed: reference, sinks: ["phone", "hook"], at: now)
        }
        let id = marker.outbox.due(for: "phone", at: now)[0].id
        marker.outbox.settle(id, .retry(at: now + .seconds(60), reason: "HTTP 503"), at: now)
        marker.poll = Self.poll
        marker.memory.forgotten.append(id: 1, link: 2, day: 20_000)
        marker.memory.forgotten.append(id: 3, link: 0, day: 20_001)
        marker.memory.shared = [EntryKey(.link, "example.org/list")]
        return marker
    }

    private static let poll: PollState = {
        var poll = PollState()
        poll.validators = Validators(etag: "W/\"a b\\\"c\"", lastModified: "Tue, 30 Feb 2026 99:00:00 GMT")
        poll.bodyDigest = 0xFEDC_BA98_7654_3210
        poll.lastPoll = Timestamp(milliseconds: 1_781_000_000_123)
        poll.lastSuccess = poll.lastPoll
        poll.nextPoll = Timestamp(milliseconds: 1_781_000_900_000)
        poll.nextPollReason = "Retry-After"
        poll.lastAnswer = "HTTP 503"
        poll.failures = 3
        poll.failingSince = Timestamp(milliseconds: 1_780_999_000_000)
        poll.lastFailure = "HTTP 503"
        poll.isFailureAnnounced = true
        poll.goneSince = Timestamp(seconds: 5)
        poll.movedURL = "https://example.net/feed"
        poll.moveSighting = MoveSighting(url: "https://example.net/f", count: 2, first: Timestamp(seconds: 7))
        poll.entriesPerDay = 0.125
        poll.rateAsOf = Timestamp(seconds: 9)
        return poll
    }()

    @Test func `a marker comes back from its file as it was`() throws {
        let marker = full()
        #expect(try reread(marker) == marker)
        #expect(try reread(Marker(key: key)) == Marker(key: key))
    }

    @Test func `the file begins with newestPublished, is one JSON object, and ends with its digest`() throws {
        let bytes = MarkerFile.encode(full())
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasPrefix("{\"newestPublished\":\"2026-05-29T"))
        let members = try #require(JSONReader.read(bytes).members)
        #expect(members.first?.key == "newestPublished")
        #expect(members.last?.key == "digest")
    }

    @Test func `the head alone tells poll state, names and what is owed`() throws {
        let marker = full()
        let head = try #require(MarkerHead(MarkerFile.encode(marker)))
        #expect(head == MarkerHead(marker))
        #expect(head.owed == 6)
        #expect(head.poll.validators == marker.poll.validators)
        #expect(try #require(MarkerHead(MarkerFile.encode(Marker(key: key)))).isUnstarted)
    }

    @Test func `any flipped bit and any cut is noticed`() {
        let bytes = MarkerFile.encode(full(2))
        for place in stride(from: 0, to: bytes.count - 2, by: 7) {
            var flipped = bytes
            flipped[place] ^= 1 << UInt8(place % 7)
            #expect(throws: MarkerDamage.self, "flipped at \(place)") {
                try MarkerFile.decode(flipped, key: key)
            }
            #expect(throws: MarkerDamage.self, "cut at \(place)") {
                try MarkerFile.decode(Array(bytes[..<place]), key: key)
            }
        }
    }

    @Test func `a flipped byte in the head makes the head unreadable by itself`() {
        let bytes = MarkerFile.encode(full(1))
        for place in 0..<(bytes.firstIndex(of: 0x0A) ?? 0) {
            var flipped = bytes
            flipped[place] ^= 1
            #expect(MarkerHead(flipped) == nil)
        }
    }

    @Test(arguments: [
        ("", "is empty"), ("[1]", "holds a list"), ("{\"version\":99}", "newer feedherald (version 99"),
        ("{\"version\":0}", "impossible version"),
        ("{\"version\":2,\"poll\":3}", "\"poll\" that is not an object"),
        ("{\"version\":2,\"newestPublished\":true}", "not a time but true or false"),
        ("{\"version\":2,\"records\":[[1]]}", "record that cannot be read"),
        ("{\"version\":2,\"outbox\":[{}]}", "outbox that cannot be read"), ("{\"version\":2,", "is no JSON"),
        ("{\"version\":2,\"memory\":{\"forgotten\":[[1]]}}", "forgotten keys"),
    ]) func `damage is told in words`(text: String, words: String) {
        let damage = #expect(throws: MarkerDamage.self) { try MarkerFile.decode(Array(text.utf8), key: key) }
        #expect(damage?.reason.contains(words) == true, "\(damage?.reason ?? "")")
    }

    @Test func `a marker without a digest was written by hand and is taken as it is`() throws {
        let marker = try MarkerFile.decode(
            Array("{\"newestPublished\":\"2026-05-01T00:00:00Z\"}".utf8), key: key)
        #expect(marker.newestPublished == Timestamp(rfc3339: "2026-05-01T00:00:00Z"))
        #expect(marker.isUnstarted)
    }

    @Test func `a marker of version 1 is migrated: its ids are known`() throws {
        let text = """
            {"newestPublished":"2026-05-01T00:00:00Z","version":1,"etag":"\\"x\\"","seen":["https://e.org/a","b"]}
            """
        let marker = try MarkerFile.decode(Array(text.utf8), key: key)
        #expect(marker.poll.validators.etag == "\"x\"")
        var feed = Feed(format: .rss)
        feed.entries = ["http://e.org/a", "b", "c"].map { Entry(id: $0) }
        let decision = Novelty.decide(
            feed, marker: marker, now: Timestamp(seconds: 1_781_000_000), settings: NoveltySettings())
        #expect(decision.verdicts.map(\.kind) == [.known, .known, .new])
    }

    @Test func `markers keep within their sizes`() {
        #expect(MarkerFile.encode(worn(entries: 20)).count < 32_000)
        #expect(MarkerFile.encode(worn(entries: 1000)).count < 1_000_000)
    }

    /// A marker after a long life: as many records as are kept, all with long titles, and a year of bare hashes.
    private func worn(entries: Int) -> Marker {
        var marker = full(entries)
        marker.outbox = Outbox()
        let limit = max(2 * entries, entries + 50)
        while marker.memory.records.count < limit {
            let record = marker.memory.records[marker.memory.records.count % entries]
            marker.memory.records.append(record)
        }
        for number in 0..<(entries == 20 ? 0 : 20_000) {
            marker.memory.forgotten.append(
                id: UInt64(number) << 20, link: ~UInt64(number), day: Int32(number / 60))
        }
        return marker
    }
}
