import FeedModel

/// How long no new connection may be opened after some were lost without an answer: Apple takes rapid connecting for
/// an attack.
///
/// A connection that gave an answer before it broke is replaced at once; the pause grows from a second to a minute.
struct APNsReconnecting: Sendable {
    private var losses = 0
    private var until: Timestamp?

    /// The rest of the pause; nil where a connection may be opened.
    func pause(at now: Timestamp) -> Duration? {
        guard let until, until > now else { return nil }
        return until - now
    }

    /// Notes how a round over a connection ended.
    mutating func note(isLost: Bool, isAnswered: Bool, now: Timestamp) {
        guard isLost, !isAnswered else {
            losses = 0
            until = nil
            return
        }
        losses += 1
        // The first may have been a connection that died of age.
        guard losses > 1 else { return }
        until = now + .seconds(min(60, 1 << min(losses - 2, 6)))
    }

    func failure(_ service: String) -> Failure {
        Failure(.delivery, "\(service) takes connections and breaks them before it answers")
    }
}
