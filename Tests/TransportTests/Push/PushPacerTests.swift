import Testing

@testable import Transport

struct PushPacerTests {
    private let start = ContinuousClock.now

    private func pacer(_ change: (inout PushLimits) -> Void = { _ in }) -> PushPacer {
        var limits = PushLimits()
        change(&limits)
        return PushPacer(limits, now: start)
    }

    @Test func `the first request goes alone, then the server's limit governs`() {
        var pacer = pacer()
        #expect(pacer.room(inFlight: 0, serverLimit: 1000, now: start) == 1)
        #expect(pacer.room(inFlight: 1, serverLimit: 1000, now: start) == 0)
        pacer.answered()
        #expect(pacer.room(inFlight: 0, serverLimit: 500, now: start) == 500)
        #expect(pacer.room(inFlight: 499, serverLimit: 500, now: start) == 1)
        #expect(pacer.room(inFlight: 500, serverLimit: 1, now: start) == 0)
        #expect(pacer.room(inFlight: 0, serverLimit: 100_000, now: start) == 1000)
        #expect(pacer.room(inFlight: 0, serverLimit: 0, now: start) == 0)
    }

    @Test func `after a long silence a PING goes before the next request`() {
        var pacer = pacer()
        pacer.answered()
        let later = start + .seconds(61)
        #expect(pacer.room(inFlight: 0, serverLimit: 10, now: later) == 0)
        #expect(pacer.action(waiting: 1, inFlight: 0, now: later) == .ping)
        #expect(pacer.action(waiting: 1, inFlight: 0, now: later) == .none)
        pacer.heardFromServer(now: later + .milliseconds(20))
        #expect(pacer.room(inFlight: 0, serverLimit: 10, now: later + .milliseconds(20)) == 0)
        pacer.pingAnswered()
        #expect(pacer.room(inFlight: 0, serverLimit: 10, now: later + .milliseconds(20)) == 10)
    }

    @Test func `a PING without an answer ends the connection`() {
        var pacer = pacer()
        let later = start + .seconds(61)
        _ = pacer.action(waiting: 1, inFlight: 0, now: later)
        #expect(pacer.nextCheck(now: later) == later + .seconds(10))
        guard case .abandon = pacer.action(waiting: 1, inFlight: 0, now: later + .seconds(10)) else {
            Issue.record("still alive")
            return
        }
    }

    @Test func `an idle connection is pinged every half hour and not before`() {
        var pacer = pacer()
        #expect(pacer.action(waiting: 0, inFlight: 0, now: start + .seconds(1799)) == .none)
        #expect(pacer.nextCheck(now: start) == start + .seconds(1800))
        #expect(pacer.action(waiting: 0, inFlight: 0, now: start + .seconds(1800)) == .ping)
    }

    @Test func `a server that allows no stream for long is given up`() {
        var pacer = pacer { $0.answer = .seconds(5) }
        #expect(pacer.action(waiting: 1, inFlight: 0, now: start) == .none)
        #expect(pacer.nextCheck(now: start) == start + .seconds(5))
        guard case .abandon = pacer.action(waiting: 1, inFlight: 0, now: start + .seconds(5)) else {
            Issue.record("still waiting")
            return
        }
    }
}
