public import FeedModel

/// When a failed delivery is tried again: exponentially later, jittered, for three days.
public struct RetryPolicy: Sendable, Hashable {
    /// The pause after the first failure.
    public var first: Duration
    /// The longest pause the policy chooses by itself.
    public var ceiling: Duration
    /// What is older than this is given up.
    public var lifetime: Duration

    public init(
        first: Duration = .seconds(15), ceiling: Duration = .seconds(3600),
        lifetime: Duration = .seconds(259_200)
    ) {
        self.first = first
        self.ceiling = ceiling
        self.lifetime = lifetime
    }

    /// The pause after the `failures`th failure in a row (1 is the first), spread by `jitter` (0 to 1, drawn by
    /// the caller) over three quarters to five quarters of its length.
    ///
    /// A receiver's own wish (Retry-After) is a floor, held below a day: nobody may switch a sink off for good.
    public func pause(failures: Int, jitter: Double, after wish: Duration? = nil) -> Duration {
        let doublings = min(max(failures - 1, 0), 30)
        let grown = min(ceiling.inSeconds, first.inSeconds * Double(1 << doublings))
        let spread = Duration.milliseconds(Int64(grown * 1000 * (0.75 + 0.5 * min(max(jitter, 0), 1))))
        guard let wish else { return spread }
        return max(spread, min(wish, .seconds(86_400)))
    }

    /// Whether an announcement is given up, by its age.
    public func isExpired(created: Timestamp, now: Timestamp) -> Bool {
        now - created > lifetime
    }
}
