public import FeedModel

/// How often a feed publishes, and how often it is asked for that (`--adaptive MAX`).
///
/// For posts at random moments, the mean delay of all entries is least, for a given number of polls, when the
/// intervals are proportional to 1/√rate. The interval is the geometric mean of the delay and the time between
/// two entries: never shorter than the delay, and the same as it where the feed publishes that often.
public enum PublishRate {
    /// In this time an old observation loses all but 1/e of its weight.
    static let memory: Duration = .seconds(14 * 86_400)
    /// The rate of feeds that have shown nothing yet, and a floor for silent ones: one entry in 60 days.
    static let least = 1.0 / 60

    /// The rate in entries a day after `new` entries in the time since the last poll.
    public static func updated(_ rate: Double?, asOf: Timestamp?, new: Int, now: Timestamp) -> Double? {
        guard let rate, let asOf, now > asOf else { return rate }
        let days = (now - asOf).inSeconds / 86_400
        let weight = decay(days * 86_400 / memory.inSeconds)
        return rate * weight + Double(new) * 86_400 / memory.inSeconds
    }

    /// e to the power of -`x` for `x` from 0 up, good to a thousandth where it matters: (1 - x/1024)^1024.
    ///
    /// The C library's own would be the only reason to import it here.
    static func decay(_ x: Double) -> Double {
        var value = max(0, 1 - x / 1024)
        for _ in 0..<10 { value *= value }
        return value
    }

    /// What the dates of a document say: entries of the last 28 days, a day.
    static func observed(in feed: Feed, now: Timestamp) -> Double? {
        let span: Duration = .seconds(28 * 86_400)
        let dates = feed.entries.compactMap(\.date).filter { $0 <= now }
        guard let oldest = dates.min() else { return nil }
        let recent = dates.filter { now - $0 <= span }.count
        // A short document may reach back less far than the span.
        let days = max(1, min((now - oldest).inSeconds, span.inSeconds) / 86_400)
        return Double(recent) / days
    }

    /// The time between polls for a rate, between the delay and the limit.
    public static func interval(_ rate: Double?, delay: Duration, limit: Duration) -> Duration {
        guard let rate else { return delay }
        let gap = 86_400 / max(rate, least)
        let seconds = (max(delay.inSeconds, 0.001) * gap).squareRoot()
        return max(delay, min(limit, .milliseconds(Int64(seconds * 1000))))
    }
}
