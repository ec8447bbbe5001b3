/// Why a transfer gave no answer.
///
/// The sentences of ``description`` are for people and hold no secrets.
public enum TransferError: Error, Sendable, Hashable {
    /// The URL cannot be read as one, or its scheme is not for us.
    case badURL(String)
    case resolveFailed(host: String)
    /// Refused, unreachable or the like.
    case connectFailed(host: String, reason: String)
    case timedOut(TransferPhase, after: Duration)
    case tls(host: String, reason: String)
    case bodyTooLarge(limit: Int)
    case headersTooLarge(limit: Int)
    /// A redirect led from a public to this private address.
    case blockedAddress(String)
    case tooManyRedirects(limit: Int)
    case badRedirect(to: String, reason: String)
    /// The connection ended before the answer did.
    case cutOff(reason: String)
    /// The body's compression is broken.
    case badEncoding(reason: String)
    case cancelled
    case fileUnreadable(path: String, reason: String)
    /// The mail server said no, with its code (RFC 5321 §4.2) and text.
    case mailRefused(code: Int, reason: String)
    case loginRefused(host: String)
    /// Anything else that libcurl reports.
    case curl(CurlCode, String)
}

/// How far a transfer had come.
public enum TransferPhase: String, Sendable, Hashable {
    case resolving
    case connecting
    case securing
    case waiting
    case receiving
}

extension TransferError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .badURL(let reason): "not a usable URL: \(reason)"
        case .resolveFailed(let host): "\(host) could not be resolved"
        case .connectFailed(let host, let reason): "no connection to \(host): \(reason)"
        case .timedOut(let phase, let limit): "timed out after \(Self.seconds(limit)) \(phase.words)"
        case .tls(let host, let reason): "no secure connection to \(host): \(reason)"
        case .bodyTooLarge(let limit): "the body exceeds \(Self.size(limit)) decoded"
        case .headersTooLarge(let limit): "the header exceeds \(Self.size(limit))"
        case .blockedAddress(let address): "a redirect led to the private address \(address)"
        case .tooManyRedirects(let limit): "more than \(limit) redirects"
        case .badRedirect(let target, let reason): "a redirect to \(target) was not followed: \(reason)"
        case .cutOff(let reason): "the answer was cut off: \(reason)"
        case .badEncoding(let reason): "the body could not be unpacked: \(reason)"
        case .cancelled: "stopped before the answer came"
        case .fileUnreadable(let path, let reason): "\(path) cannot be read: \(reason)"
        case .mailRefused(let code, let reason): "the mail server answered \(code): \(reason)"
        case .loginRefused(let host): "\(host) refused the login"
        case .curl(let code, let reason): reason.isEmpty ? code.text : reason
        }
    }

    private static func seconds(_ duration: Duration) -> String {
        let (whole, rest) = duration.components
        let tenths = Int(rest / 100_000_000_000_000_000)
        return tenths == 0 ? "\(whole) s" : "\(whole).\(tenths) s"
    }

    private static func size(_ bytes: Int) -> String {
        if bytes >= 1 << 20, bytes % (1 << 20) == 0 { return "\(bytes >> 20) MiB" }
        if bytes >= 1 << 10, bytes % (1 << 10) == 0 { return "\(bytes >> 10) KiB" }
        return "\(bytes) bytes"
    }
}

extension TransferPhase {
    fileprivate var words: String {
        switch self {
        case .resolving: "resolving the name"
        case .connecting: "connecting"
        case .securing: "in the TLS handshake"
        case .waiting: "waiting for the answer"
        case .receiving: "receiving the answer"
        }
    }
}
