import FeedModel
import Polling
import Testing
import Transport

@Suite struct AnswerTests {
    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "sun, 6 nov 1994 08:49:37 gmt", "Sun, 06 Nov 1994 08:49:37",
    ])
    func `HTTP dates are read in all three forms`(text: String) {
        #expect(HTTPDate.parse(text, now: Timestamp(seconds: 1_800_000_000))?.seconds == 784_111_777)
    }

    @Test(arguments: [
        "", "0", "-1", "Sun, 31 Feb 2027 08:00:00 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "tomorrow at 8",
    ])
    func `what is no HTTP date is none`(text: String) {
        #expect(HTTPDate.parse(text, now: Timestamp(seconds: 1_800_000_000)) == nil)
    }

    @Test func `a user's headers go along and may replace ours`() {
        var poll = Poll()
        poll.subscription.request.headers = [
            HeaderField(name: "accept", value: Secret("text/plain")),
            HeaderField(name: "User-Agent", value: Secret("mine/2")),
            HeaderField(name: "X-Token", value: Secret("t")),
        ]
        #expect(poll.request.headers.all("Accept") == ["text/plain"])
        #expect(poll.request.userAgent == "mine/2")
        #expect(poll.request.headers["x-token"] == "t")
        #expect(Poll().request.headers["accept"]?.hasPrefix("application/atom+xml") == true)
        #expect(Poll().request.userAgent == "feedherald/1")
    }

    @Test func `failures name what happened and what to do`() {
        var poll = Poll()
        #expect(poll.take(403).failure?.hint != nil)
        #expect(poll.take(429).meaning == .limited)
        #expect(poll.take(503).meaning == .failed)
        #expect(poll.take(503, ["Retry-After": "9"]).meaning == .limited)
        #expect(poll.take(302).failure?.message == "HTTP 302: a redirect without a usable address")
        let answer = FeedAnswer(.resolveFailed(host: "nowhere.example"), to: poll.request)
        #expect(answer.failure?.message == "nowhere.example could not be resolved")
    }

    private func answer(_ body: String) -> FeedAnswer {
        var poll = Poll()
        return poll.take(200, body: body)
    }

    private func feed(wellFormed: Bool) -> Feed {
        var feed = Feed(format: .rss)
        feed.isWellFormed = wellFormed
        return feed
    }

    @Test func `a document that stops before its root's end is refused, a merely broken one is not`() {
        let cut = answer("<?xml version=\"1.0\"?><!-- c --><rss version='2'><channel><item><title>A & B</ti")
        #expect(cut.objection(to: feed(wellFormed: false)) != nil)
        let broken = answer(
            "<rss><channel><item><title>A & B</title></item></channel></rss>\n<!-- tail & -->")
        #expect(broken.objection(to: feed(wellFormed: false)) == nil)
        #expect(broken.objection(to: feed(wellFormed: true)) == nil)
        var object = Feed(format: .json)
        object.isWellFormed = false
        #expect(
            answer(#"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "10", "ti"#).objection(
                to: object) != nil)
        #expect(answer("{\"items\": [],}\n").objection(to: object) == nil)
    }

    @Test func `the body digest sees every change`() {
        let text = String(repeating: "feed ", count: 40)
        let digests = [text, text + " ", "x" + text, String(text.dropLast()), text.uppercased(), ""].map {
            HTTPResponse.digest(of: Array($0.utf8))
        }
        #expect(Set(digests).count == digests.count)
        var bytes = [UInt8](repeating: 0, count: 99)
        var seen: Set<UInt64> = [HTTPResponse.digest(of: bytes)]
        for place in bytes.indices {
            bytes[place] = 1
            #expect(seen.insert(HTTPResponse.digest(of: bytes)).inserted)
            bytes[place] = 0
        }
    }

    @Test func `hints of a document are brought into range`() {
        var feed = Feed(format: .rss)
        feed.ttlMinutes = 100_000
        feed.skipHours = [24, 3, 3, 99, -1]
        feed.skipDays = [7, 6, 0]
        guard case .feed(let hints, _, _, _) = DocumentReading.feed(feed, new: 0, now: Timestamp(seconds: 0))
        else {
            Issue.record("no reading")
            return
        }
        #expect(hints.ttlMinutes == 1440 && hints.skipHours == [0, 3] && hints.skipDays == [0, 6])
    }
}
