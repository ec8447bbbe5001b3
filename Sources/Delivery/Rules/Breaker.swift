public import FeedModel

/// Keeps a dead sink from being hammered: after some failures in a row only one probe at a time goes through.
///
/// A value without a clock: the caller passes the time and the jitter.
public struct Breaker: Sendable, Hashable {
    /// What may be sent now.
    public enum Permission: Sendable, Hashable {
        /// Whatever is due.
        case open
        /// One batch of one announcement, to learn whether the sink lives.
        case probe
        /// Nothing before this moment.
        case wait(until: Timestamp)
    }

    /// The classic names: closed lets everything through.
    public enum State: Sendable, Hashable {
        case closed
        case open(until: Timestamp)
        case halfOpen(since: Timestamp)
    }

    public private(set) var state = State.closed
    /// Failures since the last success.
    public private(set) var failures = 0
    /// When the present run of failures began.
    public private(set) var failingSince: Timestamp?
    private let policy: RetryPolicy
    private let threshold: Int
    /// After so long without a verdict a probe counts as lost.
    private let probeLimit: Duration

    public init(
        policy: RetryPolicy = RetryPolicy(), threshold: Int = 3, probeLimit: Duration = .seconds(300)
    ) {
        self.policy = policy
        self.threshold = threshold
        self.probeLimit = probeLimit
    }

    /// Asks to send; a granted probe must end in ``succeeded()`` or ``failed(now:jitter:after:)``.
    public mutating func request(now: Timestamp) -> Permission {
        switch state {
        case .closed: return .open
        case .open(let until):
            guard now >= until else { return .wait(until: until) }
            state = .halfOpen(since: now)
            return .probe
        case .halfOpen(let since):
            guard now - since >= probeLimit else { return .wait(until: since + probeLimit) }
            state = .halfOpen(since: now)
            return .probe
        }
    }

    /// The sink took something, or refused it in a way that shows it lives.
    public mutating func succeeded() {
        state = .closed
        failures = 0
        failingSince = nil
    }

    /// The sink could not be reached or asked to wait (`after`).
    public mutating func failed(now: Timestamp, jitter: Double, after: Duration? = nil) {
        failures += 1
        failingSince = failingSince ?? now
        let isProbe = if case .halfOpen = state { true } else { false }
        guard failures >= threshold || isProbe || after != nil else { return }
        state = .open(until: now + policy.pause(failures: failures, jitter: jitter, after: after))
    }
}
