import FeedModel

/// Moments as people say them.
enum RelativeTime {
    /// `3m ago`, `in 12m`, `now`.
    static func text(_ time: Timestamp, now: Timestamp) -> String {
        let distance = time - now
        if distance > .seconds(1) { return "in \(short(distance))" }
        if distance < .seconds(-1) { return "\(short(now - time)) ago" }
        return "now"
    }

    /// One unit only.
    static func short(_ duration: Duration) -> String {
        Interval.text(duration).split(separator: " ").first.map(String.init) ?? "0s"
    }
}
