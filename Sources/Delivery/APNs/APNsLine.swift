import FeedModel
import Signing
import Synchronization
import Transport

/// The one connection to a service under one key or certificate: opened when needed, kept for hours, replaced when
/// its token is worn, and shared by all sinks of the process that have the same key.
actor APNsLine {
    /// What makes two sinks use one line.
    private struct Key: Hashable {
        var endpoint: PushEndpoint
        var account: String
        var limits: PushLimits
    }

    private static let lines = Mutex<[Key: APNsLine]>([:])

    /// The line that fits a setup.
    ///
    /// Lines last as long as the process: a sink that is made anew goes on with the token it had.
    static func shared(_ setup: APNsSetup, limits: PushLimits) -> APNsLine {
        let key = Key(endpoint: setup.endpoint, account: setup.account, limits: limits)
        return lines.withLock { lines in
            if let line = lines[key] { return line }
            let line = APNsLine(setup, limits: limits)
            lines[key] = line
            return line
        }
    }

    private let endpoint: PushEndpoint
    private let limits: PushLimits
    /// nil with a certificate.
    private var tokens: ProviderTokens?
    private var token: ProviderTokens.Token?
    private var connection: PushConnection?
    private var opening: Task<Result<PushConnection, PushError>, Never>?
    private var leases = 0

    private init(_ setup: APNsSetup, limits: PushLimits) {
        endpoint = setup.endpoint
        self.limits = limits
        if case .token(let tokens) = setup.access { self.tokens = tokens }
    }

    /// Keeps the connection until the lease ends.
    func lease() -> APNsLease {
        leases += 1
        return APNsLease(self)
    }

    /// Ends a lease; with the last one the connection is drained.
    fileprivate func endLease() async {
        leases -= 1
        guard leases == 0, let old = connection else { return }
        connection = nil
        await old.drain()
    }

    /// A connection that takes requests, and the authorization they carry; nil with a certificate.
    func open(
        now: Timestamp
    ) async throws(PushError) -> (connection: PushConnection, authorization: String?) {
        if let token, ProviderTokens.isWorn(token, now: now), let connection { replace(connection) }
        if let connection, connection.fault == nil { return (connection, authorization) }
        if let connection { replace(connection) }
        let task: Task<Result<PushConnection, PushError>, Never>
        if let opening { task = opening } else { task = startOpening(try newToken(now: now)) }
        let result = await task.value
        if opening == task {
            opening = nil
            connection = try? result.get()
        }
        return (try result.get(), authorization)
    }

    private func newToken(now: Timestamp) throws(PushError) -> ProviderTokens.Token? {
        do {
            return try tokens?.tokenForNewConnection(now: now)
        } catch {
            throw .tls(error.message)
        }
    }

    private func startOpening(_ token: ProviderTokens.Token?) -> Task<
        Result<PushConnection, PushError>, Never
    > {
        self.token = token
        let task = Task { [endpoint, limits] in
            do throws(PushError) {
                return Result<PushConnection, PushError>.success(
                    try await PushConnection.open(endpoint, limits: limits))
            } catch {
                return .failure(error)
            }
        }
        opening = task
        return task
    }

    private var authorization: String? { token.map { "bearer \($0.text)" } }

    /// Leaves a connection, where nobody did so before; what is under way on it ends by itself.
    func replace(_ old: PushConnection) {
        guard connection === old else { return }
        Task { await old.drain() }
        connection = nil
        token = nil
    }

    /// Leaves a connection and its token, where the token is old enough to be replaced.
    func renew(_ old: PushConnection, now: Timestamp) {
        guard connection === old else { return }
        replace(old)
        _ = tokens?.discard(now: now)
    }

    /// The token in use; nil with a certificate or where none was needed yet.
    var currentToken: ProviderTokens.Token? { tokens?.current }

    /// Goes on with a token of an earlier process, where there is none yet.
    func adopt(_ token: ProviderTokens.Token) { tokens?.adopt(token) }

    func pauseUntilRenewal(now: Timestamp) -> Duration { tokens?.pauseUntilRenewal(now: now) ?? .zero }
}

/// A sink's share in a line.
final class APNsLease: Sendable {
    let line: APNsLine
    private let isOver = Atomic(false)

    fileprivate init(_ line: APNsLine) { self.line = line }

    deinit {
        if !isOver.load(ordering: .relaxed) { Task { [line] in await line.endLease() } }
    }

    /// Gives the share back; the last one waits for the connection's good-bye.
    func end() async {
        if !isOver.exchange(true, ordering: .relaxed) { await line.endLease() }
    }
}
