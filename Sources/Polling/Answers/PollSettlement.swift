public import FeedModel

/// What a poll's answer makes of a feed's state: the next state, when to come again, and what to tell people.
public struct PollSettlement: Sendable {
    /// The state to keep; ``PollState/nextPoll`` is set unless the feed is gone.
    public var state: PollState
    public var notices: [PollNotice] = []
    /// The failure of this poll, if it was one.
    public var failure: Failure?
    /// Until when the host of the answer is left alone.
    public var hostPause: Timestamp?
    /// The host that ``hostPause`` and ``failure`` are about; empty where there is neither.
    public var host: String

    /// Whether anything changed that a restart must know: a plain 304 changes nothing.
    public let isWorthWriting: Bool

    /// Settles a poll.
    ///
    /// - Parameters:
    ///   - old: the state before the poll.
    ///   - answer: what came.
    ///   - reading: what became of a document; nil for answers without one.
    ///   - subscription: the feed's settings.
    ///   - rules: the numbers that apply to it.
    ///   - started: when the poll began; intervals count from here.
    ///   - now: when the answer was there.
    ///   - jitter: a random number from 0 to 1.
    public static func settle(
        _ old: PollState, _ answer: FeedAnswer, _ reading: DocumentReading?, subscription: Subscription,
        rules: PollRules, started: Timestamp, now: Timestamp, jitter: Double
    ) -> PollSettlement {
        var settler = PollSettler(
            old: old.isAbout(subscription) ? old : old.belonging(to: subscription), answer: answer,
            subscription: subscription, rules: rules,
            started: started, now: now, jitter: jitter)
        settler.settle(reading)
        return PollSettlement(
            state: settler.state, notices: settler.notices, failure: settler.failure,
            hostPause: settler.hostPause,
            host: settler.failure == nil && settler.hostPause == nil ? "" : FeedHost.of(answer.url) ?? "",
            isWorthWriting: settler.state.isDifferent(from: old))
    }
}

extension PollState {
    /// Whether anything changed that a restart must know: a planned wait beyond the usual interval must survive it, the
    /// usual one need not.
    fileprivate func isDifferent(from old: PollState) -> Bool {
        let isUsual = failures == 0 && old.failures == 0 && hostPausedUntil == old.hostPausedUntil
        return differsLastingly(from: old, plan: !isUsual)
    }
}
