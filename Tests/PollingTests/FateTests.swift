import FeedModel
import Polling
import Testing
import Transport

/// What becomes of feeds that move, die, fail for long and come back.
@Suite struct FateTests {
    private let target = "http://new.example/feed"

    @Test func `a 410 stops the feed, says so once and stays`() {
        var poll = Poll()
        poll.take(410)
        #expect(poll.state.nextPoll == nil && poll.state.goneSince == poll.now)
        #expect(poll.isWorthWriting)
        poll.take(410)
        #expect(poll.notices.count == 1)
        guard case .gone = poll.notices.first else {
            Issue.record("not said")
            return
        }
    }

    @Test func `a 410 behind a temporary redirect is only a failure`() {
        var poll = Poll()
        poll.take(410, redirects: [Redirect(status: 302, url: target)])
        #expect(poll.state.goneSince == nil && poll.wait == .seconds(300))
    }

    @Test func `a 404 backs off and never stops`() {
        var poll = Poll()
        for _ in 0..<40 {
            poll.take(404)
            poll.waitForNext()
        }
        #expect(poll.state.goneSince == nil && poll.state.nextPoll != nil)
    }

    @Test func `failing is announced once after a day and recovery once`() {
        var poll = Poll()
        let start = poll.now
        while poll.now - start < .seconds(6 * 86_400) {
            poll.take(500)
            poll.waitForNext()
        }
        #expect(poll.notices.count == 1)
        guard case .failing(let failure, let since) = poll.notices.first else {
            Issue.record("failing not said")
            return
        }
        #expect(failure.message.hasPrefix("HTTP 500") && since == start)
        poll.notices = []
        poll.take(200)
        poll.take(200)
        #expect(poll.notices == [.recovered(failedFor: poll.now - start)])
    }

    @Test func `a short trouble is not announced`() {
        var poll = Poll()
        for _ in 0..<3 {
            poll.take(503)
            poll.waitForNext()
        }
        poll.take(200)
        #expect(poll.notices.isEmpty)
    }

    @Test(arguments: [301, 308])
    func `a permanent redirect is adopted after three sights over a day`(status: Int) {
        var poll = Poll()
        poll.rules.delay = .seconds(12 * 3600)
        let redirects = [Redirect(status: status, url: target)]
        for _ in 0..<2 {
            poll.take(200, redirects: redirects)
            #expect(poll.request.url == poll.subscription.url)
            poll.waitForNext()
        }
        poll.take(200, redirects: redirects)
        #expect(poll.request.url == target)
        #expect(poll.notices == [.moved(to: target)])
        #expect(poll.subscription.url == "http://example.org/feed")
    }

    @Test func `many sights within a day do not suffice`() {
        var poll = Poll()
        for _ in 0..<20 {
            poll.take(200, redirects: [Redirect(status: 301, url: target)])
            poll.waitForNext()
        }
        #expect(poll.state.movedURL == nil && poll.state.moveSighting?.count == 20)
    }

    @Test(arguments: [302, 303, 307])
    func `temporary redirects are never remembered`(status: Int) {
        var poll = Poll()
        poll.rules.delay = .seconds(86_400)
        for _ in 0..<10 {
            poll.take(200, redirects: [Redirect(status: status, url: target)])
            poll.waitForNext()
        }
        #expect(poll.state.movedURL == nil && poll.state.moveSighting == nil)
    }

    @Test func `only the permanent beginning of a chain counts`() {
        var poll = Poll()
        poll.rules.delay = .seconds(86_400)
        let chain = [
            Redirect(status: 301, url: target), Redirect(status: 302, url: "http://cdn.example/x"),
            Redirect(status: 301, url: "http://cdn.example/y"),
        ]
        for _ in 0..<4 {
            poll.take(200, redirects: chain)
            poll.waitForNext()
        }
        #expect(poll.state.movedURL == target)
    }

    @Test func `a portal that sends everybody to its login page moves nobody`() {
        var poll = Poll()
        poll.rules.delay = .seconds(86_400)
        for _ in 0..<9 {
            poll.take(
                200, redirects: [Redirect(status: 301, url: "http://portal/")],
                reading: .unreadable(Failure(.parsing, "HTML")))
            poll.waitForNext()
        }
        #expect(poll.state.movedURL == nil)
        #expect(poll.state.failures == 9)
    }

    @Test func `a changing target starts the count anew`() {
        var poll = Poll()
        poll.rules.delay = .seconds(86_400)
        for number in 0..<6 {
            poll.take(200, redirects: [Redirect(status: 301, url: "http://new.example/\(number)")])
            poll.waitForNext()
        }
        #expect(poll.state.movedURL == nil && poll.state.moveSighting?.count == 1)
    }

    @Test func `a moved feed that fails goes back to its own address`() {
        var poll = Poll()
        poll.take(200)
        poll.state.movedURL = target
        #expect(poll.request.url == target)
        for _ in 0..<3 { poll.fail(.resolveFailed(host: "new.example")) }
        #expect(poll.request.url == poll.subscription.url)
        #expect(poll.notices == [.movedBack(from: target)])
    }

    @Test func `credentials stay behind when a feed has moved to another origin`() {
        var poll = Poll()
        poll.take(200)
        poll.subscription.request.user = "me"
        poll.subscription.request.password = Secret("pw")
        poll.subscription.request.cookie = Secret("a=b")
        poll.subscription.request.headers = [HeaderField(name: "X-Key", value: Secret("k"))]
        #expect(poll.request.user == "me" && poll.request.headers["x-key"] == "k")
        poll.state.movedURL = "https://example.org/feed"
        #expect(
            poll.request.user == nil && poll.request.cookie == nil && poll.request.headers["x-key"] == nil)
        poll.state.movedURL = "http://example.org:80/feed2"
        #expect(poll.request.user == "me" && poll.request.cookie == "a=b")
    }
}
