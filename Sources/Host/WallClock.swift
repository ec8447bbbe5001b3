internal import Glibc

/// The time of day.
public enum WallClock {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public static func milliseconds() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// How far local time is ahead of UTC at a moment, in seconds (TZ, daylight saving).
    public static func offset(atSeconds seconds: Int64) -> Int {
        var moment = time_t(seconds)
        var local = unsafe tm()
        unsafe localtime_r(&moment, &local)
        return unsafe Int(local.tm_gmtoff)
    }
}
