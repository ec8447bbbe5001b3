/// A request under way on a ``PushSession``.
final class PushStream {
    /// What the owner knows the request by.
    let tag: PushTag
    let body: [UInt8]
    let deadline: ContinuousClock.Instant
    /// How much of the body was handed over.
    var sent = 0
    var response = PushResponse(status: 0)
    /// Whether the answer's last byte was seen.
    var isComplete = false

    init(_ tag: PushTag, _ body: [UInt8], deadline: ContinuousClock.Instant) {
        self.tag = tag
        self.body = body
        self.deadline = deadline
    }

    var unsent: Int { body.count - sent }
}
