import FeedModel
import Polling
import Testing
import Transport

@Suite struct AdaptiveTests {
    private let hour = Duration.seconds(3600)

    private func reading(new: Int, rate: Double?) -> DocumentReading {
        .feed(PublisherHints(), entries: 20, new: new, publishedPerDay: rate)
    }

    @Test func `a busy feed is polled at the delay and a quiet one less often, up to the limit`() {
        let rates = [1000, 288, 24, 1, 0.1, 0.001]
        let intervals = rates.map { PublishRate.interval($0, delay: .seconds(300), limit: hour * 6) }
        #expect(intervals[0] == .seconds(300) && intervals[1] == .seconds(300))
        #expect(intervals == intervals.sorted())
        #expect(intervals.last == hour * 6)
    }

    @Test func `intervals follow the inverse root of the rate`() {
        let one = PublishRate.interval(1, delay: .seconds(60), limit: hour * 240)
        let four = PublishRate.interval(4, delay: .seconds(60), limit: hour * 240)
        #expect(abs(one / four - 2) < 0.001)
    }

    @Test func `an unknown rate polls at the delay`() {
        #expect(PublishRate.interval(nil, delay: .seconds(300), limit: hour) == .seconds(300))
    }

    @Test func `the rate rises with news and falls in silence`() {
        var poll = Poll()
        poll.rules.adaptiveLimit = hour * 24
        poll.take(200, ["ETag": "\"1\""], reading: reading(new: 1, rate: 1))
        let first = poll.wait ?? .zero
        #expect(first > poll.rules.delay && poll.state.nextPollReason == "adaptive")
        for _ in 0..<200 {
            poll.waitForNext()
            poll.take(304)
        }
        let silent = poll.wait ?? .zero
        #expect(silent > first)
        for _ in 0..<50 {
            poll.waitForNext()
            poll.take(200, ["ETag": "\"1\""], reading: reading(new: 5, rate: nil))
        }
        #expect(poll.wait ?? .zero < silent)
    }

    @Test func `without the option the rate is kept and the delay stays`() {
        var poll = Poll()
        poll.take(200, reading: reading(new: 0, rate: 0.01))
        #expect(poll.wait == .seconds(300) && poll.state.entriesPerDay != nil)
    }
}
