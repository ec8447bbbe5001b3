import FeedModel
import Polling
import Testing
import Transport

@Suite struct PacingTests {
    @Test func `intervals run from start to start`() {
        var poll = Poll()
        poll.take(200, lasting: .seconds(20))
        #expect(poll.wait == .seconds(280))
    }

    @Test func `a slow answer is followed by one poll and no burst`() {
        var poll = Poll()
        poll.rules.delay = .seconds(5)
        poll.take(200, lasting: .seconds(30))
        #expect(poll.wait == .zero)
        poll.take(200)
        #expect(poll.wait == .seconds(5))
    }

    @Test func `jitter never makes a poll earlier nor a wait a tenth longer`() {
        for jitter in [0, 0.5, 1, 7, -3] {
            var poll = Poll()
            poll.jitter = jitter
            poll.take(500)
            #expect((.seconds(300)...Duration.seconds(330)).contains(poll.wait ?? .zero))
            poll = Poll()
            poll.jitter = jitter
            poll.take(200)
            #expect(poll.wait == .seconds(300))
        }
    }

    @Test func `failures double the wait up to a day and never stop`() {
        var poll = Poll()
        poll.rules.delay = .seconds(3600)
        var waits: [Duration] = []
        for _ in 0..<12 {
            poll.take(500)
            waits.append(poll.wait ?? .zero)
            poll.waitForNext()
        }
        #expect(Array(waits.prefix(5)) == [1, 2, 4, 8, 16].map { Duration.seconds($0 * 3600) })
        #expect(waits.dropFirst(5).allSatisfy { $0 == .seconds(86_400) })
        poll.take(200)
        #expect(poll.wait == .seconds(3600) && poll.state.failures == 0)
    }

    @Test func `the ceiling is 100 delays where a day is more`() {
        var poll = Poll()
        poll.rules.delay = .seconds(1)
        for _ in 0..<30 { poll.take(404) }
        #expect(poll.wait == .seconds(100))
        #expect(poll.state.nextPollReason == "back-off after 30 failures")
    }

    @Test func `a delay beyond a day is never shortened`() {
        var poll = Poll()
        poll.rules.delay = .seconds(3 * 86_400)
        poll.fail(.resolveFailed(host: "example.org"))
        #expect(poll.wait == .seconds(3 * 86_400))
    }

    @Test(arguments: [
        ("120", 120), ("  120 ", 120), ("99999999999999999999", 86_400), ("86401", 86_400),
    ])
    func `Retry-After holds the feed and its host`(value: String, seconds: Int) {
        for status in [429, 503] {
            var poll = Poll()
            poll.rules.delay = .seconds(1)
            poll.take(status, ["Retry-After": value])
            #expect(poll.wait == .seconds(seconds))
            #expect(poll.hostPause == poll.now + .seconds(seconds))
            #expect(poll.state.nextPollReason == "Retry-After")
            #expect(poll.state.hostPausedUntil == poll.hostPause)
            #expect(poll.isWorthWriting)
        }
    }

    @Test(arguments: ["-5", "0", "soon", "", "1.5", "Wed, 21 Oct 2015 07:28:00 GMT", "1e9"])
    func `nonsense in Retry-After counts as absent`(value: String) {
        var poll = Poll()
        poll.take(429, ["Retry-After": value])
        #expect(poll.wait == .seconds(300))
        #expect(poll.hostPause != nil)
        poll = Poll()
        poll.take(503, ["Retry-After": value])
        #expect(poll.wait == .seconds(300) && poll.hostPause == nil)
    }

    @Test func `Retry-After may be a date`() {
        var poll = Poll()  // now is Fri, 15 Jan 2027 08:00:00 GMT
        poll.take(503, ["Retry-After": "Fri, 15 Jan 2027 09:00:00 GMT"])
        #expect(poll.wait == .seconds(3600))
        poll = Poll()
        poll.take(429, ["Retry-After": "Fri, 15 Jan 2100 09:00:00 GMT"])
        #expect(poll.wait == .seconds(86_400))
    }

    @Test func `a 429 without Retry-After keeps the host quiet for a minute at least`() {
        var poll = Poll()
        poll.rules.delay = .seconds(2)
        poll.take(429)
        #expect(poll.wait == .seconds(60) && poll.hostPause == poll.now + .seconds(60))
    }

    @Test func `a 403 holds only its feed`() {
        var poll = Poll()
        poll.take(403, ["Retry-After": "7200"])
        #expect(poll.wait == .seconds(7200) && poll.hostPause == nil)
    }

    @Test func `Retry-After never makes a poll earlier than the delay`() {
        var poll = Poll()
        poll.take(429, ["Retry-After": "5"])
        #expect(poll.wait == .seconds(300))
        #expect(poll.hostPause == poll.now + .seconds(5))
    }

    @Test(arguments: [
        ("max-age=900", 900), ("public, MAX-AGE=\"900\"", 900), ("max-age=99999999", 86_400),
        ("no-cache, max-age=900", 300), ("no-store", 300), ("max-age=-1", 300), ("max-age=x", 300),
        ("s-maxage=900", 300), ("max-age=0", 300), ("ext=\"a, max-age=600, b\", max-age=900", 900),
        ("ext=\"a\\\", max-age=600\", max-age=900", 900), ("ext=\"no-cache, max-age=900", 300),
    ])
    func `Cache-Control is a floor of at most a day`(value: String, seconds: Int) {
        var poll = Poll()
        poll.take(200, ["Cache-Control": value])
        #expect(poll.wait == .seconds(seconds))
    }

    @Test func `Age shortens max-age and Expires counts from Date`() {
        var poll = Poll()
        poll.take(200, ["Cache-Control": "max-age=1000", "Age": "400"])
        #expect(poll.wait == .seconds(600))
        poll = Poll()
        poll.take(
            200, ["Date": "Fri, 15 Jan 2027 01:00:00 GMT", "Expires": "Fri, 15 Jan 2027 01:20:00 GMT"])
        #expect(poll.wait == .seconds(1200))
        poll = Poll()
        poll.take(200, ["Expires": "0"])
        #expect(poll.wait == .seconds(300))
    }

    @Test func `a whole answer without freshness ends the last one's, the same document too`() {
        for reading in [nil, DocumentReading.same] {
            var poll = Poll()
            poll.take(200, ["Cache-Control": "max-age=900"])
            poll.waitForNext()
            if let reading { poll.take(200, [:], reading: reading) } else { poll.take(200, [:]) }
            #expect(poll.wait == .seconds(300))
        }
    }

    @Test(arguments: [
        ([10, 11], "2027-01-15T10:30:00Z", "2027-01-15T12:00:00Z"),
        ([10, 11], "2027-01-15T09:30:00Z", "2027-01-15T09:30:00Z"),
        (Array(0...23), "2027-01-15T10:30:00Z", "2027-01-16T09:00:00Z"),
        (Array(0...23), "2027-01-16T10:30:00Z", "2027-01-16T10:30:00Z"),
    ])
    func `skip hours close a late poll too, but for a day at most`(
        hours: [Int], now: String, opening: String
    ) throws {
        var hints = PublisherHints()
        hints.skipHours = hours
        let found = PollFloor.opening(
            hints: hints, now: try #require(Timestamp(rfc3339: now)),
            planned: try #require(Timestamp(rfc3339: "2027-01-15T09:00:00Z")))
        #expect(found.rfc3339 == opening)
    }

    @Test func `a bare 304 keeps the last freshness and a stale one ends it`() {
        var poll = Poll()
        poll.take(200, ["ETag": "\"1\"", "Cache-Control": "max-age=900"])
        poll.waitForNext()
        poll.take(304)
        #expect(poll.wait == .seconds(900))
        #expect(poll.state.nextPollReason == "Cache-Control")
        poll.take(304, ["Cache-Control": "no-cache"])
        #expect(poll.wait == .seconds(300))
    }

    @Test func `ttl and skip hours are floors that also hold after a 304`() {
        var hints = PublisherHints()
        hints.ttlMinutes = 30
        hints.skipHours = [8, 9]
        let reading = DocumentReading.feed(hints, entries: 1, new: 0, publishedPerDay: nil)
        var poll = Poll()  // it is 08:00
        poll.take(200, ["ETag": "\"1\""], reading: reading)
        #expect(poll.wait == .seconds(7200))
        #expect(poll.state.nextPollReason == "skipHours or skipDays")
        poll.waitForNext()
        poll.take(304)
        #expect(poll.wait == .seconds(1800) && poll.state.nextPollReason == "ttl")
        poll.subscription.request.ignoresHints = true
        poll.take(304)
        #expect(poll.wait == .seconds(300))
    }

    @Test func `skip days end after a day`() {
        var hints = PublisherHints()
        hints.skipDays = [0, 1, 2, 3, 4, 5, 6]
        var poll = Poll()
        poll.take(200, reading: .feed(hints, entries: 1, new: 0, publishedPerDay: nil))
        #expect(poll.wait == .seconds(86_400 + 300))
        hints.skipDays = [5]  // today, a Friday
        poll = Poll()
        poll.take(200, reading: .feed(hints, entries: 1, new: 0, publishedPerDay: nil))
        #expect(poll.wait == .seconds(16 * 3600))
    }
}
