import FeedModel
import Testing

@testable import Delivery

struct RetryPolicyTests {
    private let policy = RetryPolicy()

    @Test func `pauses double from 15 seconds to an hour`() {
        let pauses = (1...12).map { policy.pause(failures: $0, jitter: 0.5).inSeconds }
        #expect(pauses == [15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600])
        #expect(policy.pause(failures: .max, jitter: 0.5) == .seconds(3600))
    }

    @Test func `jitter spreads over three to five quarters`() {
        #expect(policy.pause(failures: 3, jitter: 0) == .seconds(45))
        #expect(policy.pause(failures: 3, jitter: 1) == .seconds(75))
        #expect(policy.pause(failures: 3, jitter: 7) == .seconds(75))
    }

    @Test func `a receiver's wish is a floor that ends at a day`() {
        #expect(policy.pause(failures: 1, jitter: 0, after: .seconds(120)) == .seconds(120))
        #expect(policy.pause(failures: 9, jitter: 0.5, after: .seconds(1)) == .seconds(3600))
        #expect(policy.pause(failures: 1, jitter: 0, after: .seconds(10_000_000)) == .seconds(86_400))
    }

    @Test func `three days are the end`() {
        let start = Timestamp(seconds: 1_000_000)
        #expect(!policy.isExpired(created: start, now: start + .seconds(3 * 86_400)))
        #expect(policy.isExpired(created: start, now: start + .seconds(3 * 86_400 + 1)))
    }

    @Test func `the breaker opens at the third failure, probes once, and closes on success`() {
        var breaker = Breaker()
        var now = Timestamp(seconds: 1000)
        for _ in 0..<2 { breaker.failed(now: now, jitter: 0.5) }
        #expect(breaker.request(now: now) == .open)
        breaker.failed(now: now, jitter: 0.5)
        #expect(breaker.request(now: now) == .wait(until: now + .seconds(60)))
        now = now + .seconds(60)
        #expect(breaker.request(now: now) == .probe)
        #expect(breaker.request(now: now + .seconds(1)) == .wait(until: now + .seconds(300)))
        breaker.failed(now: now, jitter: 0.5)
        #expect(breaker.request(now: now) == .wait(until: now + .seconds(120)))
        #expect(breaker.failingSince == Timestamp(seconds: 1000))
        #expect(breaker.request(now: now + .seconds(120)) == .probe)
        breaker.succeeded()
        #expect(breaker.request(now: now) == .open)
        #expect(breaker.failures == 0 && breaker.failingSince == nil)
    }

    @Test func `a receiver that asks to wait opens the breaker at once`() {
        var breaker = Breaker()
        let now = Timestamp(seconds: 1000)
        breaker.failed(now: now, jitter: 0, after: .seconds(600))
        #expect(breaker.request(now: now + .seconds(599)) == .wait(until: now + .seconds(600)))
        #expect(breaker.request(now: now + .seconds(600)) == .probe)
    }

    @Test func `a probe without a verdict is forgotten after five minutes`() {
        var breaker = Breaker()
        let now = Timestamp(seconds: 1000)
        breaker.failed(now: now, jitter: 0, after: .seconds(20))
        #expect(breaker.request(now: now + .seconds(20)) == .probe)
        #expect(breaker.request(now: now + .seconds(320)) == .probe)
    }
}
