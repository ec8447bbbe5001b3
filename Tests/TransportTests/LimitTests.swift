import TestSupport
import Testing

@testable import Transport

/// Servers that send too much, too slowly, too little or rubbish.
@Suite struct LimitTests {
    private static let megabyte = 1 << 20

    @Test(arguments: Bomb.allCases)
    func `a decompression bomb is cut off at the decoded limit`(bomb: Bomb) async throws {
        let bytes = try bomb.bytes()
        #expect(bytes.count < Self.megabyte / 8)
        let small = try await exchange { _ in
            ServedAnswer(200, ["Content-Encoding": bomb.rawValue], bytes: bytes)
        } _: {
            $0.limits.maxBytes = Self.megabyte
        }
        #expect(small.error == .bodyTooLarge(limit: Self.megabyte))
        let large = try await exchange { _ in
            ServedAnswer(200, ["Content-Encoding": bomb.rawValue], bytes: bytes)
        } _: {
            $0.limits.maxBytes = Bomb.size
        }
        #expect(large.response?.body.count == Bomb.size)
    }

    @Test func `endless bodies end at the limit, with and without frames`() async throws {
        let chunk = [UInt8](repeating: 0x20, count: 64 << 10)
        let framed = Array("10000\r\n".utf8) + chunk + [13, 10]
        let head = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        let answers = [
            ServedAnswer([.bytes(head), .endlessly(framed, every: .zero)]),
            ServedAnswer.untilClose([:], [.endlessly(chunk, every: .zero)]),
        ]
        for answer in answers {
            let result = try await exchange { _ in
                answer
            } _: {
                $0.limits.maxBytes = Self.megabyte
            }
            #expect(result.error == .bodyTooLarge(limit: Self.megabyte))
        }
    }

    @Test func `a body of just the limit is taken`() async throws {
        let bytes = [UInt8](repeating: 1, count: 4096)
        #expect(
            try await exchange { _ in
                ServedAnswer(bytes: bytes)
            } _: {
                $0.limits.maxBytes = 4096
            }.response?.body == bytes)
        #expect(
            try await exchange { _ in
                ServedAnswer(bytes: bytes)
            } _: {
                $0.limits.maxBytes = 4095
            }.error
                == .bodyTooLarge(limit: 4095))
    }

    @Test func `endless headers end at the limit`() async throws {
        let line = Array("X-Filler: \(String(repeating: "x", count: 1000))\r\n".utf8)
        let result = try await exchange { _ in
            ServedAnswer([.bytes(Array("HTTP/1.1 200 OK\r\n".utf8)), .endlessly(line, every: .zero)])
        }
        #expect(result.error == .headersTooLarge(limit: 128 << 10))
    }

    @Test func `a header line without end does not fill the memory`() async throws {
        let result = try await exchange { _ in
            ServedAnswer([
                .bytes(Array("HTTP/1.1 200 OK\r\nX: ".utf8)),
                .endlessly([UInt8](repeating: 0x61, count: 64 << 10), every: .zero),
            ])
        }
        #expect(result.error != nil)
    }

    @Test func `a silent server ends the transfer at the total limit`() async throws {
        let result = try await exchange { _ in
            ServedAnswer().after(.seconds(30))
        } _: {
            $0.limits.total = .milliseconds(300)
        }
        guard case .timedOut(.waiting, let after) = result.error else {
            Issue.record("\(result)")
            return
        }
        #expect(after >= .milliseconds(250) && after < .seconds(30))
    }

    @Test func `redirects share one total limit`() async throws {
        let server = try LocalHTTPServer { _ in
            ServedAnswer(302, ["Location": "/next"]).after(.milliseconds(200))
        }
        defer { server.stop() }
        let result = await send(to: server.url()) { $0.limits.total = .milliseconds(500) }
        guard case .timedOut = result.error else {
            Issue.record("\(result)")
            return
        }
        #expect(server.requests.count <= 3)
    }

    @Test func `a trickle is cut off before the total limit`() async throws {
        let result = try await exchange { _ in
            .untilClose([:], [.endlessly([0x20], every: .milliseconds(100))])
        } _: {
            $0.limits.lowSpeed = 1000
            $0.limits.lowSpeedTime = .seconds(1)
        }
        guard case .timedOut(.receiving, let after) = result.error else {
            Issue.record("\(result)")
            return
        }
        #expect(after < TransferLimits().total)
    }

    @Test func `answers that stop early are no answers`() async throws {
        let full = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort"
        let answers: [ServedAnswer] = [
            ServedAnswer(raw: full), .chunked([:], [Array("piece".utf8)], isComplete: false),
            ServedAnswer(raw: ""),
            ServedAnswer(raw: "HTTP/1.1 200 OK\r\nContent-Le"),
            ServedAnswer(raw: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc"),
        ]
        for answer in answers {
            let result = try await exchange { _ in answer }
            guard case .cutOff = result.error else {
                Issue.record("\(result)")
                continue
            }
        }
    }

    @Test func `a length that is too small cuts the body there`() async throws {
        let result = try await exchange { _ in
            ServedAnswer(raw: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcdef")
        }
        #expect(result.response?.body == Array("abc".utf8))
    }

    @Test(arguments: ["-5", "abc", "99999999999999999999999"])
    func `a nonsensical length is never more than an error`(length: String) async throws {
        let result = try await exchange { _ in
            ServedAnswer(raw: "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\nabc")
        }
        #expect(result.error != nil || result.response?.body == Array("abc".utf8))
    }

    @Test func `a broken encoding is an error`() async throws {
        for encoding in ["gzip", "deflate", "br", "zstd"] {
            let result = try await exchange { _ in
                ServedAnswer(200, ["Content-Encoding": encoding], "this is not packed")
            }
            guard case .badEncoding = result.error else {
                Issue.record("\(encoding): \(result)")
                continue
            }
        }
    }

    @Test(arguments: [
        "SSH-2.0-OpenSSH_9.2\r\n", "220 mail ESMTP\r\n", "\u{0}\u{1}\u{2}", "<html>no header</html>",
    ])
    func `what does not speak HTTP is an error`(text: String) async throws {
        #expect(try await exchange { _ in ServedAnswer(raw: text) }.error != nil)
    }

    @Test func `a refused connection and an unknown name say so`() async throws {
        let dead = try #require(DeadPort())
        let refused = await send(to: "http://127.0.0.1:\(dead.number)/")
        guard case .connectFailed("127.0.0.1", _) = refused.error else {
            Issue.record("\(refused)")
            return
        }
        let unknown = await send(to: "http://no-such-host.invalid/")
        #expect(unknown.error == .resolveFailed(host: "no-such-host.invalid"))
    }

    @Test(arguments: ["", "nonsense", "http://", "ftp://127.0.0.1/", "gopher://h/", "http://a b/"])
    func `a bad URL is refused before anything is sent`(url: String) async {
        guard case .badURL = await send(to: url).error else {
            Issue.record("taken: \(url)")
            return
        }
    }
}
