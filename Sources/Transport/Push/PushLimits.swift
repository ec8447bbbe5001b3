/// The bounds of a ``PushConnection``: nothing on it waits for ever.
public struct PushLimits: Sendable, Hashable {
    /// For looking up the host, connecting and the TLS handshake together.
    public var connect: Duration = .seconds(15)
    /// From sending a request to the end of its answer.
    public var answer: Duration = .seconds(30)
    /// After so long without a sign of the server, a PING goes before the next request.
    public var probeAfter: Duration = .seconds(60)
    /// For the answer to a PING.
    public var ping: Duration = .seconds(10)
    /// An idle connection is pinged so often, to keep it and to learn of its end.
    public var upkeep: Duration = .seconds(1800)
    /// The most streams at a time, whatever the server allows.
    public var streams = 1000
    /// What of an answer's body is kept, in bytes; the rest is passed over.
    public var bodyBytes = 4096

    public init() {}
}
