import TestSupport
import Testing

@testable import Transport

/// TLS, HTTP/2 and compression against a real nginx.
@Suite struct SecureTests {
    private static func nginx() throws -> (Nginx, TestCertificates) {
        let certificates = try TestCertificates()
        let nginx = try Nginx(
            server: """
                location /gzip { gzip on; gzip_types *; gzip_min_length 1; alias \(certificates.authority); }
                location /who { ssi on; default_type text/plain; return 200 "$ssl_client_verify $server_protocol"; }
                ssl_client_certificate \(certificates.authority); ssl_verify_client optional;
                """,
            files: ["feed.xml": "<rss version='2.0'/>"], certificates: certificates)
        return (nginx, certificates)
    }

    @Test func `a server whose authority is named is trusted, over HTTP 2 and one connection`() async throws {
        let (nginx, certificates) = try Self.nginx()
        let loop = TransferLoop()
        defer {
            loop.shutdown()
            nginx.stop()
        }
        var request = HTTPRequest(url: nginx.secureURL("/feed.xml"))
        request.caBundle = certificates.authority
        let first = try await loop.send(request)
        #expect(first.status == 200 && first.body == Array("<rss version='2.0'/>".utf8))
        request.headers.append("If-None-Match", latin1: try #require(first.headers.latin1("etag")))
        request.headers.append(
            "If-Modified-Since", latin1: try #require(first.headers.latin1("last-modified")))
        #expect(try await loop.send(request).status == 304)
        #expect(nginx.log.allSatisfy { $0.contains("HTTP/2.0") })
    }

    @Test func `an unknown authority, a wrong name and a missing bundle are errors`() async throws {
        let (nginx, certificates) = try Self.nginx()
        defer { nginx.stop() }
        let answers = [
            await send(to: nginx.secureURL("/feed.xml")),
            await send(to: nginx.secureURL("/feed.xml")) { $0.caBundle = "/nonexistent.pem" },
            await send(to: nginx.secureURL("/feed.xml")) { $0.caBundle = certificates.client },
        ]
        for answer in answers {
            guard case .tls("127.0.0.1", let reason) = answer.error else {
                Issue.record("\(answer)")
                continue
            }
            #expect(!reason.isEmpty)
        }
        let wrong = try Nginx(
            server: """
                listen 127.0.0.1:\(try #require(LoopbackSocket.freePort())) ssl;
                ssl_certificate \(certificates.stranger); ssl_certificate_key \(certificates.strangerKey);
                """)
        wrong.stop()
        #expect(nginx.log.isEmpty)
    }

    @Test func `insecure takes any certificate, only when said`() async throws {
        let (nginx, _) = try Self.nginx()
        defer { nginx.stop() }
        #expect(await send(to: nginx.secureURL("/feed.xml")) { $0.isInsecure = true }.response?.status == 200)
    }

    @Test func `trust given to one request is not the next one's`() async throws {
        let (nginx, certificates) = try Self.nginx()
        var settings = TransferLoop.Settings()
        settings.width = 1
        let loop = TransferLoop(settings)
        defer {
            loop.shutdown()
            nginx.stop()
        }
        let plain = HTTPRequest(url: nginx.secureURL("/feed.xml"))
        var (insecure, trusting) = (plain, plain)
        insecure.isInsecure = true
        trusting.caBundle = certificates.authority
        for request in [insecure, plain, trusting, plain, insecure, plain] {
            do throws(TransferError) {
                let status = try await loop.send(request).status
                #expect(status == 200 && request != plain)
            } catch {
                guard request == plain, case .tls = error else {
                    Issue.record("\(error)")
                    continue
                }
            }
        }
    }

    @Test func `a client certificate is shown`() async throws {
        let (nginx, certificates) = try Self.nginx()
        defer { nginx.stop() }
        let pem = try ToolProcess.run("cat", certificates.client)
        let key = try ToolProcess.run("cat", certificates.clientKey)
        for (certificate, words) in [
            (ClientCertificate(certificate: pem, key: key), "SUCCESS HTTP/2.0"), (nil, "NONE HTTP/2.0"),
        ] {
            let answer = await send(to: nginx.secureURL("/who")) {
                $0.caBundle = certificates.authority
                $0.clientCertificate = certificate
            }
            #expect(answer.response.map { String(decoding: $0.body, as: UTF8.self) } == words)
        }
    }

    @Test func `compressed answers are unpacked unless that is switched off`() async throws {
        let (nginx, certificates) = try Self.nginx()
        defer { nginx.stop() }
        let plain = try ToolProcess.run("cat", certificates.authority)
        let packed = try #require(await send(to: nginx.url("/gzip")).response)
        #expect(packed.headers["content-encoding"] == "gzip" && packed.body == plain)
        let bare = try #require(await send(to: nginx.url("/gzip")) { $0.acceptsEncodings = false }.response)
        #expect(bare.headers["content-encoding"] == nil && bare.body == plain)
    }

    @Test func `plain HTTP to a TLS port and TLS to a plain port fail with a reason`() async throws {
        let (nginx, _) = try Self.nginx()
        defer { nginx.stop() }
        #expect(await send(to: "http://127.0.0.1:\(nginx.securePort)/").response?.status == 400)
        guard case .tls = await send(to: "https://127.0.0.1:\(nginx.port)/").error else {
            Issue.record("no TLS error")
            return
        }
    }

    @Test func `IPv6 and IPv4 both work, and a name with both tries both`() async throws {
        let (nginx, _) = try Self.nginx()
        defer { nginx.stop() }
        #expect(await send(to: "http://[::1]:\(nginx.port)/feed.xml").response?.address == "::1")
        #expect(await send(to: nginx.url("/feed.xml")).response?.address == "127.0.0.1")
        let four = try LocalHTTPServer { _ in ServedAnswer() }
        defer { four.stop() }
        #expect(await send(to: "http://localhost:\(four.port)/").response?.address == "127.0.0.1")
    }

    @Test func `a proxy carries the request`() async throws {
        let proxy = try LocalHTTPServer { request in ServedAnswer(200, [:], request.target) }
        defer { proxy.stop() }
        let answer = await send(to: "http://nowhere.invalid/feed") { $0.proxy = proxy.url("") }
        #expect(
            answer.response.map { String(decoding: $0.body, as: UTF8.self) } == "http://nowhere.invalid/feed")
    }
}
