import FeedModel
import Signing

/// The provider tokens of one key: when one is reused and when a new one is signed.
///
/// Apple counts token changes by connection and by key: more than one in 20 minutes is refused, and a token older than
/// an hour too. So a connection keeps its first token and is replaced when that is 50 minutes old; new connections
/// reuse the present token while it is under 30 minutes old.
struct ProviderTokens: Sendable {
    /// A signed token.
    struct Token: Hashable, Sendable {
        var text: String
        var issued: Timestamp
    }

    static let shortestLife = Duration.seconds(20 * 60)
    static let reusedFor = Duration.seconds(30 * 60)
    static let keptFor = Duration.seconds(50 * 60)

    private let key: ES256Key
    private let keyID: String
    private let teamID: String
    private(set) var current: Token?

    init(key: ES256Key, keyID: String, teamID: String) {
        self.key = key
        self.keyID = keyID
        self.teamID = teamID
    }

    /// Goes on with a token of an earlier process, where there is none yet.
    mutating func adopt(_ token: Token) { current = current ?? token }

    /// The token for a connection that opens now.
    mutating func tokenForNewConnection(now: Timestamp) throws(SigningError) -> Token {
        // A clock that was set back by a little is no reason to sign anew.
        if let current, now - current.issued < Self.reusedFor, !Self.isWorn(current, now: now) {
            return current
        }
        let token = Token(
            text: try JSONWebToken.provider(key: key, keyID: keyID, teamID: teamID, issuedAt: now.seconds),
            issued: now)
        current = token
        return token
    }

    /// Whether a connection with this token must be replaced; a clock that was set back counts too.
    static func isWorn(_ token: Token, now: Timestamp) -> Bool {
        now - token.issued >= keptFor || token.issued - now > .seconds(60)
    }

    /// Forgets the token after Apple refused it, where a new one may be signed already; whether it did.
    mutating func discard(now: Timestamp) -> Bool {
        guard let current else { return true }
        let age = now - current.issued
        guard age >= Self.shortestLife || age < .zero else { return false }
        self.current = nil
        return true
    }

    /// How long until a new token may be signed.
    func pauseUntilRenewal(now: Timestamp) -> Duration {
        guard let current else { return .zero }
        return max(.zero, Self.shortestLife - (now - current.issued))
    }
}
