/// Something to wait at until another task rings or a time has passed.
actor Doorbell {
    private let clock: HeraldClock
    private var isRung = false
    private var waiter: CheckedContinuation<Void, Never>?
    private var alarm: Task<Void, Never>?
    private var alarmTime = Duration.zero

    init(clock: HeraldClock) {
        self.clock = clock
    }

    deinit {
        alarm?.cancel()
    }

    /// Wakes the one that waits, or the next that will.
    func ring() {
        isRung = true
        waiter?.resume()
        waiter = nil
    }

    /// Returns at once if it was rung since the last wait, else when it is rung or the time is up, or (from an
    /// earlier wait that was rung away) sooner.
    func wait(atMost limit: Duration?) async {
        if !isRung {
            if let limit { setAlarm(after: max(limit, .milliseconds(1))) }
            await withCheckedContinuation { waiter = $0 }
        }
        isRung = false
    }

    /// Keeps an alarm that rings by then: one alarm serves many waits, as most of them end by a ring.
    private func setAlarm(after limit: Duration) {
        let time = clock.elapsed() + limit
        guard alarm == nil || alarmTime > time else { return }
        alarm?.cancel()
        alarmTime = time
        alarm = Task { [weak self, clock] in
            await clock.sleep(limit)
            if !Task.isCancelled { await self?.ringAlarm() }
        }
    }

    private func ringAlarm() {
        alarm = nil
        ring()
    }
}
