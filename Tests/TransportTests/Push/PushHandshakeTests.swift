import TestSupport
import Testing

@testable import Transport

struct PushHandshakeTests {
    private let tool = OpenSSLTool()

    init() { tool.makeServerCertificate() }

    private func fault(_ endpoint: PushEndpoint, _ limit: Duration = .seconds(10)) async -> PushError? {
        var limits = PushLimits()
        limits.connect = limit
        do throws(PushError) {
            let connection = try await PushConnection.open(endpoint, limits: limits)
            await connection.drain()
            return nil
        } catch {
            return error
        }
    }

    private func server(_ change: (inout APNsServerSettings) -> Void = { _ in }) throws -> LocalAPNsServer {
        var settings = APNsServerSettings(certificate: tool.path("server.pem"), key: tool.path("server.key"))
        change(&settings)
        return try LocalAPNsServer(settings)
    }

    @Test func `the server's chain and name are verified`() async throws {
        let server = try server()
        let port = UInt16(server.port)
        let ca = tool.path("ca.pem")
        #expect(await fault(PushEndpoint(host: "localhost", port: port, ca: ca)) == nil)
        #expect(await fault(PushEndpoint(host: "127.0.0.1", port: port, ca: ca)) == nil)
        guard case .tls(let untrusted)? = await fault(PushEndpoint(host: "localhost", port: port)) else {
            Issue.record("the system trusts the test's authority")
            return
        }
        #expect(untrusted.contains("not trusted"))
        tool.run(
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout o.key -out other.pem -subj /CN=o"
        )
        guard
            case .tls? = await fault(PushEndpoint(host: "localhost", port: port, ca: tool.path("other.pem")))
        else {
            Issue.record("another authority counts")
            return
        }
        guard case .tls? = await fault(PushEndpoint(host: "localhost", port: port, ca: "/nonexistent")) else {
            Issue.record("a missing bundle counts as the system's")
            return
        }
    }

    @Test func `a certificate for another name is refused`() async throws {
        tool.run(
            "openssl req -x509 -CA ca.pem -CAkey ca.key -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout n.key -out n.pem -subj /CN=other.example -addext 'subjectAltName=DNS:other.example'"
        )
        let server = try server {
            $0.certificate = tool.path("n.pem")
            $0.key = tool.path("n.key")
        }
        let endpoint = PushEndpoint(host: "localhost", port: UInt16(server.port), ca: tool.path("ca.pem"))
        guard case .tls(let text)? = await fault(endpoint) else {
            Issue.record("any name will do")
            return
        }
        #expect(text.lowercased().contains("hostname mismatch"))
    }

    @Test func `a client certificate is shown where the server asks, and missed where it is missing`()
        async throws
    {
        tool.makeCertificate()
        let server = try server { $0.needsClientCertificate = true }
        var endpoint = PushEndpoint(host: "localhost", port: UInt16(server.port), ca: tool.path("ca.pem"))
        endpoint.identity = PushIdentity(
            certificatesPEM: tool.read("cert.pem"), keyPEM: tool.read("cert.key"))
        #expect(await fault(endpoint) == nil)
        endpoint.identity = nil
        // TLS 1.3 tells only after the handshake: the connection opens, then breaks.
        let connection = try await PushConnection.open(endpoint)
        let request = PushRequest(path: "/3/device/ab", headers: [], body: [1])
        let outcome = await connection.send([request])[0]
        #expect("\(outcome)".contains("certificate required"))
    }

    @Test func `hosts without address, closed ports and silent servers are told apart and bounded in time`()
        async throws
    {
        guard case .unresolved? = await fault(PushEndpoint(host: "nowhere.invalid")) else {
            Issue.record("resolved")
            return
        }
        let dead = try #require(DeadPort())
        guard
            case .unreachable(let text)? = await fault(
                PushEndpoint(host: "127.0.0.1", port: UInt16(dead.number)))
        else {
            Issue.record("reached")
            return
        }
        #expect(text.contains("refused"))
        let silent = try #require(LoopbackSocket.listen(on: "127.0.0.1"))
        let begin = ContinuousClock.now
        let endpoint = PushEndpoint(host: "127.0.0.1", port: UInt16(silent.port))
        guard case .tls(let late)? = await fault(endpoint, .milliseconds(300)) else {
            Issue.record("opened")
            return
        }
        #expect(late.contains("too long") && begin.duration(to: .now) < .seconds(20))
        LoopbackSocket.close(silent.descriptor)
    }

    @Test func `a server without ALPN h2 is not spoken to`() async throws {
        let port = try #require(LoopbackSocket.freePort())
        let child = try ToolProcess([
            "openssl", "s_server", "-accept", "\(port)", "-cert", tool.path("server.pem"), "-key",
            tool.path("server.key"), "-quiet",
        ])
        defer { child.stop() }
        let endpoint = PushEndpoint(host: "127.0.0.1", port: UInt16(port), ca: tool.path("ca.pem"))
        let limit = ContinuousClock.now + .seconds(300)
        var found = await fault(endpoint)
        while case .unreachable? = found, ContinuousClock.now < limit {
            try await Task.sleep(for: .milliseconds(20))
            found = await fault(endpoint)
        }
        #expect(found == .noHTTP2)
    }
}
