import CNGHTTP2
import COpenSSL
import Glibc
import Synchronization

/// A push service on loopback, over real TLS and HTTP/2, that is as strict as Apple's.
///
/// What breaks a rule is answered as Apple answers it and noted in ``violations``; what keeps them all is given
/// to the script. One thread a connection.
public final class LocalAPNsServer: Sendable {
    /// Shared with the threads of connections, which may outlive the server.
    final class Shared: Sendable {
        let state = Mutex(Record())
    }

    struct Record {
        var pushes: [ServedPush] = []
        var accepted: [ServedPush] = []
        var violations: [String] = []
        var connections = 0
        var tokens: [Int: Set<String>] = [:]
        var peak = 0
        var pings = 0
        var keepsPushes = true
        var acceptedCount = 0
        var isStopped = false
    }

    public struct StartError: Error {}

    public let port: Int
    let settings: APNsServerSettings
    private let shared = Shared()
    private let descriptor: Int32

    public init(_ settings: APNsServerSettings) throws {
        self.settings = settings
        guard let (descriptor, port) = LoopbackSocket.listen(on: "127.0.0.1") else { throw StartError() }
        self.port = port
        self.descriptor = descriptor
        let verifier = try settings.signingKey.map { try APNsTokenVerifier(keyFile: $0, settings) }
        startThread { [shared, settings] in
            while true {
                let client = accept(descriptor, nil, nil)
                guard client >= 0 else { return }
                let number = shared.state.withLock { record in
                    defer { record.connections += 1 }
                    return record.isStopped ? -1 : record.connections
                }
                guard number >= 0 else {
                    close(client)
                    close(descriptor)
                    return
                }
                startThread {
                    APNsServerConnection(client, APNsService(settings, verifier, number, shared))?.run()
                }
            }
        }
    }

    deinit { stop() }

    /// Takes no more connections.
    public func stop() {
        shared.state.withLock { $0.isStopped = true }
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    public var origin: String { "https://localhost:\(port)" }
    /// Every push that came, in order.
    public var pushes: [ServedPush] { shared.state.withLock { $0.pushes } }
    /// Those that were taken: the device has them.
    public var accepted: [ServedPush] { shared.state.withLock { $0.accepted } }
    public var acceptedCount: Int { shared.state.withLock { $0.acceptedCount } }
    /// What broke Apple's rules.
    public var violations: [String] { shared.state.withLock { $0.violations } }
    public var connections: Int { shared.state.withLock { $0.connections } }
    /// The tokens seen, by connection.
    public var tokens: [Int: Set<String>] { shared.state.withLock { $0.tokens } }
    /// The most streams open at a time on one connection.
    public var peak: Int { shared.state.withLock { $0.peak } }
    public var pings: Int { shared.state.withLock { $0.pings } }

    /// Keeps counts only, for benchmarks.
    public func forgetPushes() { shared.state.withLock { $0.keepsPushes = false } }
}
