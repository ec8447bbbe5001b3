import Glibc

/// The time that this thread has had a processor: unlike the clock's, it does not run on while others are busy.
public enum ThreadTime {
    public static func measure(_ work: () -> Void) -> Duration {
        let start = now
        work()
        return now - start
    }

    private static var now: Duration {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return .zero }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
