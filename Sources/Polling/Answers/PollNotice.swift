public import FeedModel

/// Something about a feed that people should hear of once.
public enum PollNotice: Sendable, Hashable {
    /// It has failed for ``PollRules/announceFailureAfter``.
    case failing(Failure, since: Timestamp)
    /// A failing that was announced is over.
    case recovered(failedFor: Duration)
    /// The server says that the feed is gone for good; it is not polled again.
    case gone(Failure)
    /// A permanent redirect has proved itself and is followed from now on.
    case moved(to: String)
    /// The address moved to fails; the one of feeds.json is asked again.
    case movedBack(from: String)
}

/// The numbers by which answers are judged.
public struct PollRules: Sendable, Hashable {
    /// The time between polls, start to start.
    public var delay: Duration
    /// The longest interval of the adaptive schedule; nil polls at the delay.
    public var adaptiveLimit: Duration?
    /// A permanent redirect is trusted after so many sights in a row.
    public var moveSights = 3
    /// The time that these sights must at least span.
    public var moveSpan: Duration = .seconds(86_400)
    /// A feed that failed for so long, and three times at least, is announced as failing.
    public var announceFailureAfter: Duration = .seconds(86_400)
    /// A host that says 429 without Retry-After is left alone for at least this time.
    public var leastPause: Duration = .seconds(60)

    public init(delay: Duration) {
        self.delay = delay
    }

    /// The longest wait after failures: a day, or 100 delays if that is less, but never less than the delay.
    var ceiling: Duration { max(delay, min(.seconds(86_400), delay * 100)) }

    /// The wait after so many failures in a row: the delay, then twice as long each time.
    func backOff(failures: Int, jitter: Double) -> Duration {
        let doubled = delay * Int(1 << min(max(0, failures - 1), 20))
        return jittered(min(ceiling, doubled), jitter)
    }

    /// A wait made longer by up to a tenth, so that clients of one server do not come back together.
    func jittered(_ wait: Duration, _ jitter: Double) -> Duration {
        wait + .milliseconds(Int64(wait.inSeconds * 100 * min(max(jitter, 0), 1)))
    }
}
