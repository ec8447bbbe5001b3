/// Something to wait at until another task rings or a time has passed.
actor Doorbell {
    private let clock: HeraldClock
    private var isRung = false
    private var waiter: CheckedContinuation<Void, Never>?
    private var alarm: Task<Void, Never>?

    init(clock: HeraldClock) {
        self.clock = clock
    }

    /// Wakes the one that waits, or the next that will.
    func ring() {
        isRung = true
        alarm?.cancel()
        alarm = nil
        waiter?.resume()
        waiter = nil
    }

    /// Returns at once if it was rung since the last wait, else when it is rung or the time is up.
    func wait(atMost limit: Duration?) async {
        if !isRung {
            if let limit {
                alarm = Task {
                    await self.clock.sleep(max(limit, .milliseconds(1)))
                    if !Task.isCancelled { self.ring() }
                }
            }
            await withCheckedContinuation { waiter = $0 }
        }
        isRung = false
    }
}
