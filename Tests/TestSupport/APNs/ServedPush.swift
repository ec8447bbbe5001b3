import CNGHTTP2
import COpenSSL
import Glibc

/// A push as it reached ``LocalAPNsServer``.
public struct ServedPush: Sendable {
    /// Counted over all connections, from 0.
    public var number: Int
    /// Counted from 0.
    public var connection: Int
    public var path: String
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]

    /// The device token in the path.
    public var device: String { String(path.split(separator: "/").last ?? "") }

    public subscript(name: String) -> String? { headers.first { $0.name == name }?.value }
    public var text: String { String(decoding: body, as: UTF8.self) }
}

/// What ``LocalAPNsServer`` does with a push that keeps Apple's rules.
public enum APNsReaction: Sendable {
    case accept
    case answer(status: Int, reason: String, timestamp: Int64? = nil)
    /// An answer whose body is not JSON, as a proxy's.
    case garbled(status: Int)
    /// Takes the push and resets the stream in place of an answer.
    case acceptAndReset
    /// Resets the stream with REFUSED_STREAM, unprocessed.
    case refuseStream
    /// Never answers.
    case stall
    /// Ends the connection; this push and later ones on it are not processed.
    case goAway(reason: String)
    /// Takes the push and cuts the connection before the answer.
    case acceptAndCut
    /// Cuts the connection.
    case cut
}

/// The rules and manners of a ``LocalAPNsServer``.
public struct APNsServerSettings: Sendable {
    /// PEM paths.
    public var certificate: String
    public var key: String
    /// The .p8 file whose signatures count; nil asks for no token (certificate mode).
    public var signingKey: String?
    public var keyID = "ABC123DEFG"
    public var teamID = "DEF123GHIJ"
    public var topic = "org.example.reader"
    /// Asks for a client certificate, signed by anyone.
    public var needsClientCertificate = false
    /// The stream limit before the first valid answer, and after it.
    public var firstStreams = 1
    public var streams = 1000
    /// Whether a refusal lowers the stream limit to ``firstStreams`` until the next success, as Apple's servers were seen to do.
    public var lowersLimit = false
    /// The service's clock, in seconds since 1970.
    public var now: @Sendable () -> Int = { time(nil) }
    /// A GOAWAY reason sent straight after the handshake.
    public var farewell: String?
    public var react: @Sendable (ServedPush) -> APNsReaction = { _ in .accept }

    public init(certificate: String, key: String, signingKey: String? = nil) {
        self.certificate = certificate
        self.key = key
        self.signingKey = signingKey
    }
}
