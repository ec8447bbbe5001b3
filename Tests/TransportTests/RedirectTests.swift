import TestSupport
import Testing

@testable import Transport

@Suite struct RedirectTests {
    @Test func `redirects are followed and recorded`() async throws {
        let server = try LocalHTTPServer { request in
            switch request.path {
            case "/a/start": ServedAnswer(301, ["Location": "../b"])
            case "/b": ServedAnswer(302, ["Location": "/c?x=1#part", "ETag": "\"redirect\""])
            case "/c": ServedAnswer(200, ["X": "end"], "feed")
            default: ServedAnswer(404)
            }
        }
        defer { server.stop() }
        let response = try #require(await send(to: server.url("/a/start")).response)
        #expect(response.redirects.map(\.status) == [301, 302])
        #expect(response.redirects.first?.url == server.url("/b"))
        #expect(response.url == server.url("/c?x=1#part"))
        #expect(response.headers["etag"] == nil && response.headers["x"] == "end")
        #expect(response.body == Array("feed".utf8))
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `every kind of redirect leads on`(status: Int) async throws {
        let result = try await exchange { request in
            request.path == "/feed" ? ServedAnswer(status, ["Location": "/x"]) : ServedAnswer(200, [:], "y")
        }
        #expect(result.response?.body == [0x79])
    }

    @Test func `five are enough and the sixth is too many`() async throws {
        let ring: @Sendable (ServedRequest) -> ServedAnswer = { request in
            let number = Int(request.path.dropFirst(2)) ?? 0
            return number == 5 ? ServedAnswer(200) : ServedAnswer(302, ["Location": "/r\(number + 1)"])
        }
        #expect(try await exchange(ring).response?.redirects.count == 5)
        let endless = try await exchange { _ in ServedAnswer(302, ["Location": "/feed"]) }
        #expect(endless.error == .tooManyRedirects(limit: 5))
    }

    @Test(arguments: [
        "file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1:1/_x", "dict://127.0.0.1/",
        "javascript:alert(1)",
        "data:text/xml,<rss/>", "smb://h/x", "http://", "http://[::1/", "FILE:///etc/passwd",
    ])
    func `no redirect leaves the web`(target: String) async throws {
        let result = try await exchange { _ in ServedAnswer(301, ["Location": target]) }
        guard case .badRedirect = result.error else {
            Issue.record("\(result)")
            return
        }
    }

    @Test func `a redirect without an address is the answer itself`() async throws {
        #expect(try await exchange { _ in ServedAnswer(302) }.response?.status == 302)
    }

    @Test func `a redirect to itself with another scheme in capitals is followed`() async throws {
        let server = try LocalHTTPServer {
            $0.path == "/feed" ? ServedAnswer(302, ["Location": "//\($0["host"] ?? "")/x"]) : ServedAnswer()
        }
        defer { server.stop() }
        #expect(await send(to: server.url("/feed")).response?.url == server.url("/x"))
    }

    @Test func `credentials, cookies and headers stay with their origin`() async throws {
        let other = try LocalHTTPServer { _ in ServedAnswer() }
        let home = try LocalHTTPServer { request in
            request.path == "/feed"
                ? ServedAnswer(307, ["Location": "/near"])
                : ServedAnswer(302, ["Location": other.url("/far")])
        }
        defer {
            home.stop()
            other.stop()
        }
        let url = home.url("/feed").replacing("://", with: "://us%40er:p%3Aw@")
        let result = await send(to: url) {
            $0.cookie = "session=1"
            $0.headers.append("X-Key", "secret")
            $0.headers.append("Accept", "application/rss+xml")
            $0.headers.append("If-None-Match", "\"1\"")
            $0.userAgent = "feedherald/1"
        }
        #expect(result.response?.redirects.count == 2)
        #expect(result.response?.url == other.url("/far"))
        for request in home.requests {
            #expect(request["authorization"] == "Basic dXNAZXI6cDp3")
            #expect(request["cookie"] == "session=1" && request["x-key"] == "secret")
        }
        #expect(home.requests.count == 2)
        let far = try #require(other.requests.first)
        #expect(
            far["authorization"] == nil && far["cookie"] == nil && far["x-key"] == nil
                && far["referer"] == nil)
        #expect(far["accept"] == "application/rss+xml" && far["user-agent"] == "feedherald/1")
    }

    @Test func `conditions go only to the address they are about`() async throws {
        let server = try LocalHTTPServer {
            switch $0.path {
            case "/feed": ServedAnswer(302, ["Location": "/a?signed=2"])
            case "/a": ServedAnswer(302, ["Location": "/b"])
            default: ServedAnswer()
            }
        }
        defer { server.stop() }
        for (validated, wanted) in [
            (nil, "/feed"), ("/feed", "/feed"), ("/a", "/a"), ("/b", "/b"), ("/c", ""),
        ] {
            let before = server.requests.count
            _ = await send(to: server.url("/feed")) {
                $0.headers.append("If-None-Match", "\"1\"")
                $0.validatedURL = validated.map { server.url($0) }
            }
            let asked = server.requests.dropFirst(before).filter { $0["if-none-match"] == "\"1\"" }.map(
                \.path)
            #expect(asked == [wanted].filter { !$0.isEmpty }, "\(validated ?? "none")")
        }
    }

    @Test func `a way back home finds the credentials gone for good`() async throws {
        let result = try await exchange { request in
            switch request.path {
            case "/feed": ServedAnswer(302, ["Location": "http://127.0.0.2:1/"])
            default: ServedAnswer()
            }
        } _: {
            $0.user = "u"
        }
        #expect(result.error != nil)
    }

    @Test func `a cookie that a redirect sets is not kept`() async throws {
        let server = try LocalHTTPServer {
            $0.path == "/feed" ? ServedAnswer(302, ["Location": "/x", "Set-Cookie": "a=b"]) : ServedAnswer()
        }
        defer { server.stop() }
        _ = await send(to: server.url("/feed"))
        #expect(server.requests.count == 2)
        #expect(server.requests.last?["cookie"] == nil)
    }

    @Test func `a form becomes a GET after 302 and 303, stays after 307, and never leaves its origin`()
        async throws
    {
        for (status, method) in [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")] {
            let server = try LocalHTTPServer {
                $0.path == "/feed" ? ServedAnswer(status, ["Location": "/x"]) : ServedAnswer()
            }
            _ = await send(to: server.url("/feed")) {
                $0.method = "POST"
                $0.body = Array("a=b".utf8)
            }
            #expect(server.requests.last?.method == method)
            #expect(server.requests.last?.text == (method == "POST" ? "a=b" : ""))
            server.stop()
        }
        let result = try await exchange { _ in
            ServedAnswer(307, ["Location": "http://127.0.0.1:9/"])
        } _: {
            $0.method = "POST"
            $0.body = Array("a=b".utf8)
        }
        guard case .badRedirect = result.error else {
            Issue.record("\(result)")
            return
        }
    }
}

/// Redirects from the public internet into private networks, on a map in which 127.0.0.1 is public.
@Suite struct PrivateAddressTests {
    private func jump(
        from address: String = "127.0.0.1", to target: String,
        _ change: (inout HTTPRequest) -> Void = { _ in }
    ) async throws -> (Result<HTTPResponse, TransferError>, Int) {
        let inside = try LocalHTTPServer(on: target) { _ in ServedAnswer(200, [:], "inside") }
        let outside = try LocalHTTPServer(on: address) { _ in ServedAnswer(302, ["Location": inside.url("/")])
        }
        defer {
            inside.stop()
            outside.stop()
        }
        let result = await send(to: outside.url(), settings: publicHome, change)
        return (result, inside.requests.count)
    }

    @Test(arguments: ["127.0.0.2", "::1"])
    func `a public host may not point to a private one`(target: String) async throws {
        let (result, requests) = try await jump(to: target)
        #expect(result.error == .blockedAddress(target))
        #expect(requests == 0)
    }

    @Test func `a name is judged by the address it leads to`() async throws {
        let inside = try LocalHTTPServer(on: "::1") { _ in ServedAnswer(200, [:], "inside") }
        let port = inside.port
        let result = try await exchange(
            { _ in ServedAnswer(302, ["Location": "http://localhost:\(port)/"]) }, settings: publicHome)
        #expect(result.response == nil)
        #expect(inside.requests.isEmpty)
        inside.stop()
    }

    @Test func `a private host may point to private ones, a public to public ones, and allowPrivate to all`()
        async throws
    {
        #expect(try await jump(from: "127.0.0.3", to: "127.0.0.2").0.response?.status == 200)
        #expect(try await jump(from: "127.0.0.3", to: "127.0.0.1").0.response?.status == 200)
        #expect(try await jump(to: "127.0.0.1").0.response?.status == 200)
        #expect(try await jump(to: "127.0.0.2") { $0.allowsPrivate = true }.0.response?.status == 200)
    }

    @Test func `a kept connection into the private network is not lent to a redirect`() async throws {
        let inside = try LocalHTTPServer(on: "127.0.0.2") { _ in ServedAnswer(200, [:], "inside") }
        let outside = try LocalHTTPServer { _ in ServedAnswer(302, ["Location": inside.url("/")]) }
        let loop = TransferLoop(publicHome)
        defer {
            loop.shutdown()
            inside.stop()
            outside.stop()
        }
        #expect(try await loop.send(HTTPRequest(url: inside.url("/own"))).status == 200)
        await #expect(throws: TransferError.blockedAddress("127.0.0.2")) {
            try await loop.send(HTTPRequest(url: outside.url()))
        }
        #expect(inside.requests.map(\.path) == ["/own"])
    }

    @Test func `through a proxy the address in the redirect itself is judged`() async throws {
        let proxy = try LocalHTTPServer { request in
            request.target.hasPrefix("http://public.example")
                ? ServedAnswer(302, ["Location": "http://10.0.0.1/admin"]) : ServedAnswer(200, [:], "reached")
        }
        defer { proxy.stop() }
        let result = await send(to: "http://public.example/") { $0.proxy = proxy.url("") }
        #expect(result.error == .blockedAddress("10.0.0.1"))
        #expect(proxy.requests.count == 1)
        let direct = await send(to: "http://10.0.0.1/") { $0.proxy = proxy.url("") }
        #expect(direct.response?.status == 200)
    }

    @Test(arguments: [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "fd12::1", "ff02::1",
        "::ffff:10.0.0.1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1", "2001::1",
        "127.1", "0x7f000001", "2130706433", "0177.0.0.1", "[::1]", "localhost", "a.localhost", "fe80::1%lo",
    ])
    func `private addresses are known in all their clothes`(text: String) {
        #expect(AddressZone.of(numeric: text) == .closed)
    }

    @Test(arguments: [
        "8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808",
    ])
    func `public ones are`(text: String) {
        #expect(AddressZone.of(numeric: text) == .open)
        #expect(AddressZone.of(numeric: "example.org") == nil)
    }
}
