import FeedModel
import Testing

@testable import Delivery

struct HoldRuleTests {
    private let noon = Timestamp(rfc3339: "2026-11-30T12:00:00Z") ?? Timestamp(seconds: 0)

    private func settings(_ digest: DigestRule?, _ quiet: QuietHours? = nil) -> SinkSettings {
        var settings = SinkSettings(name: "s", kind: .console)
        settings.digest = digest
        settings.quiet = quiet
        return settings
    }

    private func time(_ text: String) -> Timestamp { Timestamp(rfc3339: text) ?? Timestamp(seconds: 0) }

    @Test func `without digest and quiet hours everything goes at once`() {
        #expect(HoldRule.decide(settings(nil), created: noon, now: noon, utcOffset: 0) == .send)
    }

    @Test func `an hourly digest goes an hour after its first announcement, also after a restart`() {
        let hourly = settings(.every(.seconds(3600)))
        #expect(
            HoldRule.decide(hourly, created: noon, now: noon + .seconds(60), utcOffset: 0)
                == .hold(until: time("2026-11-30T13:00:00Z")))
        #expect(HoldRule.decide(hourly, created: noon, now: noon + .seconds(3600), utcOffset: 0) == .send)
        #expect(HoldRule.decide(hourly, created: noon, now: noon + .seconds(90_000), utcOffset: 0) == .send)
    }

    @Test func `a daily digest goes at its minute of the local day`() {
        let daily = settings(.daily(atMinute: 8 * 60))
        #expect(
            HoldRule.decide(daily, created: noon, now: noon, utcOffset: 0)
                == .hold(until: time("2026-12-01T08:00:00Z")))
        // In Tokyo noon UTC is 21:00; the next 08:00 is at 23:00 UTC.
        #expect(
            HoldRule.decide(daily, created: noon, now: noon, utcOffset: 9 * 3600)
                == .hold(until: time("2026-11-30T23:00:00Z")))
        #expect(
            HoldRule.decide(daily, created: noon, now: time("2026-12-01T08:00:00Z"), utcOffset: 0) == .send)
    }

    @Test func `quiet hours that cross midnight hold until they end`() {
        let quiet = settings(nil, QuietHours(from: 22 * 60, to: 7 * 60))
        let late = time("2026-11-30T23:30:30Z")
        #expect(
            HoldRule.decide(quiet, created: late, now: late, utcOffset: 0)
                == .hold(until: time("2026-12-01T07:00:00Z")))
        let early = time("2026-12-01T06:59:59Z")
        #expect(
            HoldRule.decide(quiet, created: late, now: early, utcOffset: 0)
                == .hold(until: time("2026-12-01T07:00:00Z")))
        #expect(
            HoldRule.decide(quiet, created: late, now: time("2026-12-01T07:00:00Z"), utcOffset: 0) == .send)
        #expect(HoldRule.decide(quiet, created: noon, now: noon, utcOffset: 0) == .send)
        #expect(
            HoldRule.decide(quiet, created: noon, now: noon, utcOffset: -13 * 3600)
                == .hold(until: time("2026-11-30T20:00:00Z")))
    }

    @Test func `a digest that falls due in quiet hours waits for their end`() {
        let both = settings(.every(.seconds(3600)), QuietHours(from: 12 * 60, to: 14 * 60))
        #expect(
            HoldRule.decide(both, created: noon, now: noon, utcOffset: 0)
                == .hold(until: time("2026-11-30T14:00:00Z")))
        #expect(
            HoldRule.decide(both, created: noon, now: noon + .seconds(3700), utcOffset: 0)
                == .hold(until: time("2026-11-30T14:00:00Z")))
    }

    @Test func `quiet hours of no length hold nothing`() {
        let ten = time("2026-11-30T10:00:00Z")
        let empty = settings(nil, QuietHours(from: 600, to: 600))
        #expect(
            HoldRule.decide(empty, created: ten, now: ten, utcOffset: 0) == .send)
    }
}
