internal import Synchronization

/// Something to wait at until another task rings or a time has passed; one waits, any number ring.
final class Doorbell: Sendable {
    private struct State {
        var isRung = false
        var waiter: CheckedContinuation<Void, Never>?
        var alarm: Task<Void, Never>?
        var alarmTime = Duration.zero
    }

    private let clock: HeraldClock
    private let state = Mutex(State())

    init(clock: HeraldClock) {
        self.clock = clock
    }

    deinit {
        state.withLock { $0.alarm?.cancel() }
    }

    /// Wakes the one that waits, or the next that will.
    func ring() {
        let waiter = state.withLock { state in
            state.isRung = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Returns at once if it was rung since the last wait, else when it is rung or the time is up, or (from an
    /// earlier wait that was rung away) sooner.
    func wait(atMost limit: Duration?) async {
        if let limit, !state.withLock({ $0.isRung }) { setAlarm(after: max(limit, .milliseconds(1))) }
        await withCheckedContinuation { continuation in
            let isRung = state.withLock { state in
                if !state.isRung { state.waiter = continuation }
                return state.isRung
            }
            if isRung { continuation.resume() }
        }
        state.withLock { $0.isRung = false }
    }

    /// Keeps an alarm that rings by then: one alarm serves many waits, as most of them end by a ring.
    private func setAlarm(after limit: Duration) {
        let time = clock.elapsed() + limit
        state.withLock { state in
            guard state.alarm == nil || state.alarmTime > time else { return }
            state.alarm?.cancel()
            state.alarmTime = time
            state.alarm = Task { [weak self, clock] in
                await clock.sleep(limit)
                if !Task.isCancelled { self?.ringAlarm() }
            }
        }
    }

    private func ringAlarm() {
        state.withLock { $0.alarm = nil }
        ring()
    }
}
