import FeedModel
import Signing
import Transport

/// The one connection of an apns sink: opened when needed, kept for hours, replaced when its token is worn.
final class APNsLine {
    private let endpoint: PushEndpoint
    private let limits: PushLimits
    /// nil with a certificate.
    private var tokens: ProviderTokens?
    private var connection: PushConnection?
    private var token: ProviderTokens.Token?

    init(_ setup: APNsSetup, limits: PushLimits) {
        endpoint = setup.endpoint
        self.limits = limits
        if case .token(let tokens) = setup.access { self.tokens = tokens }
    }

    /// A connection that takes requests, and the authorization they carry; nil with a certificate.
    func open(
        now: Timestamp
    ) async throws(PushError) -> (connection: PushConnection, authorization: String?) {
        if let token, ProviderTokens.isWorn(token, now: now) { replace() }
        if let connection, connection.fault == nil { return (connection, authorization) }
        replace()
        if tokens != nil {
            do {
                token = try tokens?.tokenForNewConnection(now: now)
            } catch {
                throw .tls(error.message)
            }
        }
        let opened = try await PushConnection.open(endpoint, limits: limits)
        connection = opened
        return (opened, authorization)
    }

    private var authorization: String? { token.map { "bearer \($0.text)" } }

    /// Leaves the connection; what is under way on it ends by itself.
    func replace() {
        if let old = connection { Task { await old.drain() } }
        connection = nil
        token = nil
    }

    /// Leaves the connection and its token, where the token is old enough to be replaced.
    func renew(now: Timestamp) {
        replace()
        _ = tokens?.discard(now: now)
    }

    func pauseUntilRenewal(now: Timestamp) -> Duration { tokens?.pauseUntilRenewal(now: now) ?? .zero }

    func close() async {
        await connection?.drain()
        connection = nil
    }
}
