/// Why a ``PushConnection`` could not be opened or takes no more requests, or a stream ended without an answer.
public enum PushError: Error, Sendable, Hashable {
    /// The host's name has no address, or the lookup took too long.
    case unresolved(String)
    /// No address could be reached.
    case unreachable(String)
    /// The handshake failed: the server's certificate, ours, or the protocol.
    case tls(String)
    /// The server does not speak HTTP/2 (no ALPN h2).
    case noHTTP2
    /// The server ends the connection; `reason` is the text it gave, JSON at Apple's.
    case goAway(code: UInt32, reason: String)
    /// The server refused the stream unprocessed (REFUSED_STREAM, RFC 9113 §8.7).
    case refused
    /// The server reset the stream with another code.
    case reset(code: UInt32)
    /// No answer, or none to a PING, in time.
    case stalled(String)
    /// The connection broke.
    case lost(String)
    /// It was not sent, as an earlier request of its batch to the same path was refused.
    case heldBack
    /// It was closed or drained from this side.
    case closed
}

extension PushError: CustomStringConvertible {
    /// One line without a full stop.
    public var description: String {
        switch self {
        case .unresolved(let text), .unreachable(let text): text
        case .tls(let text): "TLS: \(text)"
        case .noHTTP2: "the server does not speak HTTP/2"
        case .goAway(let code, let reason):
            "the server ended the connection (GOAWAY \(code)\(reason.isEmpty ? "" : ", \(reason)"))"
        case .refused: "the server refused the stream unprocessed"
        case .reset(let code): "the server reset the stream (code \(code))"
        case .stalled(let text): text
        case .lost(let text): "the connection broke: \(text)"
        case .heldBack: "an earlier request to the same path was refused"
        case .closed: "the connection was closed"
        }
    }
}
