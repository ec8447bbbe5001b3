import FeedModel
import Polling
import TestSupport
import Testing
import Transport

/// Whole polls of real servers: request, transfer, answer, settlement.
@Suite struct ConversationTests {
    /// A poller of one feed whose documents all parse.
    private struct Poller {
        var subscription: Subscription
        var state = PollState()
        let loop: TransferLoop
        var rules = PollRules(delay: .seconds(60))

        @discardableResult
        mutating func poll() async -> (FeedAnswer, PollSettlement) {
            let now = Timestamp(seconds: 1_800_000_000)
            let request = FeedRequest.make(
                for: subscription, state: state, userAgent: "feedherald/1 (+http://x/)")
            var answer: FeedAnswer
            do throws(TransferError) {
                answer = FeedAnswer(try await loop.send(request), to: request, now: now)
            } catch {
                answer = FeedAnswer(error, to: request)
            }
            let settlement = PollSettlement.settle(
                state, answer, answer.meaning == .document ? Poll.feed : nil, subscription: subscription,
                rules: rules,
                started: now, now: now, jitter: 0)
            state = settlement.state
            return (answer, settlement)
        }
    }

    private func withPoller(
        of answer: @escaping @Sendable (ServedRequest) -> ServedAnswer,
        _ body: (inout Poller, LocalHTTPServer) async throws -> Void
    ) async throws {
        let server = try LocalHTTPServer(answer)
        let loop = TransferLoop()
        defer {
            loop.shutdown()
            server.stop()
        }
        var subscription = Subscription(url: server.url("/feed?a=b%20c&d"))
        subscription.request.proxy = Secret("")
        var poller = Poller(subscription: subscription, loop: loop)
        try await body(&poller, server)
    }

    @Test func `nginx answers the second poll with 304 and a changed file with 200`() async throws {
        let nginx = try Nginx(files: ["feed.xml": "<rss/>"])
        let loop = TransferLoop()
        defer {
            loop.shutdown()
            nginx.stop()
        }
        var poller = Poller(subscription: Subscription(url: nginx.url("/feed.xml")), loop: loop)
        #expect(await poller.poll().0.status == 200)
        #expect(await poller.poll().0.meaning == .unchanged)
        try nginx.folder.write("<rss>longer</rss>", to: "www/feed.xml")
        #expect(await poller.poll().0.status == 200)
        #expect(await poller.poll().0.meaning == .unchanged)
    }

    @Test func `what goes over the wire is what the publisher gave, and nothing of ours beside it`()
        async throws
    {
        let odd = "W/\"\u{E9} odd\",\"x"
        try await withPoller(of: { _ in
            var bytes = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nETag: W/\"".utf8)
            bytes += [0xE9] + Array(" odd\",\"x\r\nLast-Modified: yesterday, 4 o'clock\r\n\r\nok".utf8)
            return ServedAnswer([.bytes(bytes)], keepsOpen: true)
        }) { poller, server in
            for _ in 0..<2 { await poller.poll() }
            #expect(poller.state.validators == Validators(etag: odd, lastModified: "yesterday, 4 o'clock"))
            let (first, second) = (server.requests[0], server.requests[1])
            #expect(first["if-none-match"] == nil && first["if-modified-since"] == nil)
            // The server reads headers as UTF-8, in which a lone 0xE9 is a replacement character.
            #expect(second["if-none-match"] == "W/\"\u{FFFD} odd\",\"x")
            #expect(second["if-modified-since"] == "yesterday, 4 o'clock")
            #expect(second.target == "/feed?a=b%20c&d" && second.method == "GET")
            #expect(second["user-agent"] == "feedherald/1 (+http://x/)")
            let names = Set(second.headers.map { $0.name.lowercased() })
            #expect(
                names == [
                    "host", "user-agent", "accept", "accept-encoding", "if-none-match", "if-modified-since",
                ])
            #expect(server.connectionCount == 1)
        }
    }

    @Test func `hostile answers store nothing`() async throws {
        let bomb = try ToolProcess.run("gzip", "-9nc", input: [UInt8](repeating: 0, count: 4 << 20))
        let hostile: [ServedAnswer] = [
            ServedAnswer(200, ["ETag": "\"bomb\"", "Content-Encoding": "gzip"], bytes: bomb),
            ServedAnswer(raw: "HTTP/1.1 200 OK\r\nETag: \"cut\"\r\nContent-Length: 99\r\n\r\n<rss>"),
            ServedAnswer(200, ["ETag": "\"broken\"", "Content-Encoding": "gzip"], "<rss/>"),
            ServedAnswer(503, ["ETag": "\"error\""], "<rss/>"),
            ServedAnswer(302, ["ETag": "\"redirect\"", "Location": "file:///etc/passwd"]),
        ]
        for (number, answer) in hostile.enumerated() {
            try await withPoller(of: { request in
                request["if-none-match"] == nil ? ServedAnswer(200, ["ETag": "\"good\""], "<rss/>") : answer
            }) { poller, server in
                poller.subscription.request.maxBytes = 1 << 20
                await poller.poll()
                let (_, settlement) = await poller.poll()
                #expect(settlement.failure != nil, "case \(number)")
                #expect(poller.state.validators.etag == "\"good\"")
                #expect(poller.state.failures == 1 && server.requests.count == 2)
            }
        }
    }

    @Test func `a 304 is asked for once a poll and never retried`() async throws {
        try await withPoller(of: {
            $0["if-none-match"] == nil ? ServedAnswer(200, ["ETag": "\"1\""]) : ServedAnswer(304)
        }) {
            poller, server in
            for _ in 0..<5 { await poller.poll() }
            #expect(server.requests.count == 5)
        }
    }

    @Test func `a 303 to a feed is read and its validators belong to the end of the chain`() async throws {
        try await withPoller(of: { request in
            request.path == "/feed"
                ? ServedAnswer(303, ["Location": "/real", "ETag": "\"no\""])
                : request["if-none-match"] == "\"yes\""
                    ? ServedAnswer(304) : ServedAnswer(200, ["ETag": "\"yes\""], "<rss/>")
        }) { poller, server in
            #expect(await poller.poll().0.meaning == .document)
            #expect(await poller.poll().0.meaning == .unchanged)
            #expect(server.requests.map(\.path) == ["/feed", "/real", "/feed", "/real"])
        }
    }

    @Test func `an unreachable host is named with what to do`() async throws {
        let port = try #require(LoopbackSocket.freePort())
        let loop = TransferLoop()
        defer { loop.shutdown() }
        var poller = Poller(subscription: Subscription(url: "http://127.0.0.1:\(port)/"), loop: loop)
        let (_, settlement) = await poller.poll()
        #expect(settlement.failure?.message.hasPrefix("no connection to 127.0.0.1") == true)
        #expect(settlement.failure?.stage == .transport)
    }
}
