/// A moment in UTC, counted in milliseconds since 1970-01-01T00:00:00Z (leap seconds do not count).
public struct Timestamp: Hashable, Comparable, Sendable {
    public var milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    public init(seconds: Int64) {
        self.milliseconds = seconds.multipliedReportingOverflow(by: 1000).partialValue
    }

    /// Whole seconds since 1970, rounded down.
    public var seconds: Int64 {
        milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    public static func + (time: Timestamp, duration: Duration) -> Timestamp {
        time.moved(by: duration.wholeMilliseconds)
    }

    public static func - (time: Timestamp, duration: Duration) -> Timestamp {
        time.moved(by: -max(duration.wholeMilliseconds, -.max))
    }

    /// Moves in time and stays at the end of the range instead of wrapping around.
    private func moved(by distance: Int64) -> Timestamp {
        let (sum, overflow) = milliseconds.addingReportingOverflow(distance)
        return Timestamp(milliseconds: overflow ? (distance < 0 ? .min : .max) : sum)
    }

    public static func - (later: Timestamp, earlier: Timestamp) -> Duration {
        .milliseconds(later.milliseconds &- earlier.milliseconds)
    }
}

extension Duration {
    /// The duration in milliseconds, cut to whole ones; what exceeds 64 bits is held at the end of the range.
    public var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        return product &+ attoseconds / 1_000_000_000_000_000
    }

    /// The duration in seconds as a decimal number.
    public var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
