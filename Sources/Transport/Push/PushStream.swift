/// A request under way on a ``PushSession``.
struct PushStream {
    /// What the owner knows the request by.
    let tag: Int
    let body: [UInt8]
    /// How much of the body was handed over.
    var sent = 0
    var response = PushResponse(status: 0)
    var deadline: ContinuousClock.Instant
    /// Whether the answer's last byte was seen.
    var isComplete = false
}
