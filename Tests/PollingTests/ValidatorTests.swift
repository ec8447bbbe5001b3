import FeedModel
import Polling
import Testing
import Transport

@Suite struct ValidatorTests {
    private let odd = [
        "\"a\"", "W/\"weak\"", "unquoted", "\"with \"inner\" quotes\"", "'single'", "\u{E4}\u{FF}", "a,b",
    ]
    private let dates = [
        "Wed, 21 Oct 2015 07:28:00 GMT", "yesterday", "1700000000", "Thu, 1 Jan 1970 00:00:00 +0100",
    ]

    private func headers(_ etag: String?, _ date: String?) -> HeaderFields {
        var fields = HeaderFields()
        if let etag { fields.append("ETag", latin1: etag) }
        if let date { fields.append("Last-Modified", latin1: date) }
        return fields
    }

    @Test func `the first request is unconditional`() {
        let poll = Poll()
        #expect(poll.request.headers["if-none-match"] == nil)
        #expect(poll.request.headers["if-modified-since"] == nil)
    }

    @Test func `both validators go back byte for byte`() {
        for etag in odd {
            for date in dates {
                var poll = Poll()
                poll.take(200, headers(etag, date))
                #expect(poll.request.headers.latin1("If-None-Match") == etag)
                #expect(poll.request.headers.latin1("If-Modified-Since") == date)
            }
        }
    }

    @Test func `a parsed 200 replaces the pair and drops what it no longer carries`() {
        var poll = Poll()
        poll.take(200, headers("\"1\"", dates[0]))
        poll.take(200, headers(nil, dates[1]))
        #expect(poll.state.validators == Validators(etag: nil, lastModified: dates[1]))
        poll.take(200, headers("\"2\"", dates[1]), reading: .same)
        #expect(poll.state.validators == Validators(etag: "\"2\"", lastModified: dates[1]))
        #expect(poll.isWorthWriting)
    }

    @Test func `a bare 304 keeps them and is nothing to write`() {
        var poll = Poll()
        poll.take(200, headers("\"1\"", dates[0]))
        #expect(poll.isWorthWriting)
        poll.waitForNext()
        let answer = poll.take(304)
        #expect(answer.meaning == .unchanged && answer.failure == nil)
        #expect(poll.state.validators == Validators(etag: "\"1\"", lastModified: dates[0]))
        #expect(!poll.isWorthWriting)
        #expect(poll.state.failures == 0)
    }

    @Test func `a 304 that brings one replaces that one`() {
        var poll = Poll()
        poll.take(200, headers("\"1\"", dates[0]))
        poll.take(304, headers("\"2\"", nil))
        #expect(poll.state.validators == Validators(etag: "\"2\"", lastModified: dates[0]))
        #expect(poll.isWorthWriting)
    }

    @Test(arguments: [301, 307, 403, 404, 410, 429, 500, 503, 206, 204])
    func `errors leave them alone`(status: Int) {
        var poll = Poll()
        poll.take(200, headers("\"1\"", dates[0]))
        poll.take(status, headers("\"evil\"", dates[1]))
        #expect(poll.state.validators == Validators(etag: "\"1\"", lastModified: dates[0]))
    }

    @Test func `a body that is no feed or cut off leaves them alone`() {
        var poll = Poll()
        poll.take(200, headers("\"1\"", dates[0]))
        let digest = poll.state.bodyDigest
        poll.take(200, headers("\"2\"", dates[1]), reading: .unreadable(Failure(.parsing, "HTML")))
        poll.fail(.cutOff(reason: "end of file"))
        poll.fail(.bodyTooLarge(limit: 10))
        #expect(poll.state.validators == Validators(etag: "\"1\"", lastModified: dates[0]))
        #expect(poll.state.bodyDigest == digest)
        #expect(poll.state.failures == 3)
    }

    @Test func `another address in feeds json starts afresh`() {
        var poll = Poll()
        poll.take(200, headers("\"1\"", dates[0]))
        poll.subscription.url = "http://example.org/other"
        #expect(poll.request.headers["if-none-match"] == nil)
        poll.take(200)
        #expect(poll.state.validators.isEmpty)
    }

    @Test func `a 304 without a condition is a failure`() {
        var poll = Poll()
        #expect(poll.take(304).meaning == .failed)
    }

    @Test func `a form is never conditional`() {
        var poll = Poll()
        poll.subscription.request.form = [FormField(name: "q", value: Secret("a b&c=ü"))]
        poll.take(200, headers("\"1\"", nil))
        #expect(poll.request.headers["if-none-match"] == nil)
        #expect(poll.request.method == "POST")
        #expect(poll.request.body == Array("q=a%20b%26c%3D%C3%BC".utf8))
        #expect(poll.request.headers["content-type"] == "application/x-www-form-urlencoded")
    }
}
