import TestSupport
import Testing
import Transport

@Suite struct TransferLoopTests {
    private func exchange(
        _ answer: ServedAnswer, _ change: (inout HTTPRequest) -> Void = { _ in }
    ) async throws -> (HTTPResponse, [ServedRequest]) {
        let server = try LocalHTTPServer { _ in answer }
        let loop = TransferLoop()
        defer {
            loop.shutdown()
            server.stop()
        }
        var request = HTTPRequest(url: server.url("/feed?a=%20b"))
        change(&request)
        return (try await loop.send(request), server.requests)
    }

    @Test func `a plain GET gives status, headers, body, URL and address`() async throws {
        let (response, requests) = try await exchange(ServedAnswer(200, ["ETag": "\"odd\" "], "hello"))
        #expect(response.status == 200)
        #expect(response.body == Array("hello".utf8))
        #expect(response.headers["etag"] == "\"odd\"")
        #expect(response.address == "127.0.0.1")
        #expect(response.redirects.isEmpty)
        #expect(requests.map(\.target) == ["/feed?a=%20b"])
        #expect(requests.first?["cookie"] == nil && requests.first?["referer"] == nil)
        #expect(requests.first?["accept-encoding"]?.contains("gzip") == true)
    }

    @Test func `a POST sends its body without waiting for leave`() async throws {
        let (_, requests) = try await exchange(ServedAnswer(200)) {
            $0.method = "POST"
            $0.body = [UInt8](repeating: 0x61, count: 100_000)
            $0.headers.append("X-Empty", "")
            $0.user = "me"
            $0.password = "päss"
        }
        let request = try #require(requests.first)
        #expect(request.method == "POST" && request.body.count == 100_000)
        #expect(request["expect"] == nil && request["x-empty"] == "")
        #expect(request["authorization"] == "Basic bWU6cMOkc3M=")
    }

    @Test func `a kept connection is reused`() async throws {
        let server = try LocalHTTPServer { _ in ServedAnswer(304) }
        let loop = TransferLoop()
        for _ in 0..<5 { #expect(try await loop.send(HTTPRequest(url: server.url())).status == 304) }
        #expect(server.connectionCount == 1)
        loop.shutdown()
        server.stop()
    }

    /// The outcome of a request that was started without a task.
    private func outcome(
        of request: HTTPRequest, on loop: TransferLoop, cancelled: Bool = false
    ) async -> Result<HTTPResponse, TransferError> {
        await withCheckedContinuation { continuation in
            let pending = loop.start(RequestBox(request)) { continuation.resume(returning: $0) }
            if cancelled { pending?.cancel() }
        }
    }

    @Test func `a request that is started tells its outcome once, also when it is given up`() async throws {
        let server = try LocalHTTPServer { request in
            request.target == "/slow" ? ServedAnswer().after(.seconds(30)) : ServedAnswer(304)
        }
        let loop = TransferLoop()
        #expect(await outcome(of: HTTPRequest(url: server.url()), on: loop).response?.status == 304)
        let slow = HTTPRequest(url: server.url("/slow"))
        #expect(await outcome(of: slow, on: loop, cancelled: true).error == .cancelled)
        guard case .badURL = await outcome(of: HTTPRequest(url: "nonsense"), on: loop).error else {
            Issue.record("sent")
            return
        }
        let folder = try TemporaryFolder()
        try folder.write("<rss/>", to: "feed.xml")
        let file = HTTPRequest(url: "file://" + folder.file("feed.xml"))
        #expect(await outcome(of: file, on: loop).response?.body == Array("<rss/>".utf8))
        let missing = HTTPRequest(url: "file://" + folder.file("none.xml"))
        #expect(await outcome(of: missing, on: loop).error != nil)
        loop.shutdown()
        server.stop()
        #expect(await outcome(of: HTTPRequest(url: server.url()), on: loop).error == .cancelled)
    }

    @Test func `nothing of a request is left for the next one on its handle`() async throws {
        let server = try LocalHTTPServer { _ in ServedAnswer(200, [:], "answer") }
        var settings = TransferLoop.Settings()
        settings.width = 1
        let loop = TransferLoop(settings)
        var plain = HTTPRequest(url: server.url("/plain"))
        plain.proxy = nil
        var rich = HTTPRequest(url: server.url("/rich"))
        rich.body = Array("a=b".utf8)
        rich.method = "POST"
        rich.user = "me"
        rich.password = "secret"
        rich.cookie = "a=b"
        rich.userAgent = "mine/1"
        rich.headers.append("X-Own", "1")
        var head = HTTPRequest(url: server.url("/head"))
        head.method = "HEAD"
        var named = plain
        named.userAgent = "named/1"
        var quick = plain
        quick.limits.total = .seconds(5)
        for request in [plain, rich, plain, head, plain, named, plain, quick, plain] {
            #expect(try await loop.send(request).status == 200)
        }
        loop.shutdown()
        server.stop()
        let requests = server.requests
        #expect(requests.map(\.method) == ["GET", "POST", "GET", "HEAD", "GET", "GET", "GET", "GET", "GET"])
        #expect(
            requests.map { $0["user-agent"] } == [nil, "mine/1", nil, nil, nil, "named/1", nil, nil, nil])
        #expect(requests.map { $0["authorization"] != nil } == requests.indices.map { $0 == 1 })
        for name in ["cookie", "x-own", "content-length", "content-type"] {
            #expect(requests.enumerated().allSatisfy { $0.offset == 1 || $0.element[name] == nil }, "\(name)")
        }
    }

    @Test func `a connection that nobody will use again is closed at once`() async throws {
        let server = try LocalHTTPServer { _ in ServedAnswer(304) }
        let loop = TransferLoop()
        var request = HTTPRequest(url: server.url())
        request.keepsConnection = false
        for _ in 0..<3 { #expect(try await loop.send(request).status == 304) }
        #expect(server.connectionCount == 3)
        loop.shutdown()
        server.stop()
    }

    @Test func `many transfers run at once within the width`() async throws {
        let server = try LocalHTTPServer { _ in ServedAnswer(200, [:], "x").after(.milliseconds(20)) }
        var settings = TransferLoop.Settings()
        settings.width = 8
        let loop = TransferLoop(settings)
        let sum = try await withThrowingTaskGroup { group in
            for _ in 0..<100 {
                group.addTask { try await loop.send(HTTPRequest(url: server.url())).body.count }
            }
            var sum = 0
            for try await count in group { sum += count }
            return sum
        }
        #expect(sum == 100)
        #expect((2...8).contains(server.peakInFlight))
        loop.shutdown()
        server.stop()
    }

    @Test func `a cancelled task ends its transfer soon`() async throws {
        let server = try LocalHTTPServer { _ in ServedAnswer(200).after(.seconds(20)) }
        let loop = TransferLoop()
        let task = Task { () -> TransferError? in
            do throws(TransferError) { _ = try await loop.send(HTTPRequest(url: server.url())) } catch {
                return error
            }
            return nil
        }
        while server.requests.isEmpty { await Task.yield() }
        let start = ContinuousClock.now
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(start.duration(to: .now) < .seconds(20))
        loop.shutdown()
        server.stop()
    }

    @Test func `a shut down loop ends what runs and refuses what comes`() async throws {
        let server = try LocalHTTPServer { _ in ServedAnswer(200).after(.seconds(20)) }
        let loop = TransferLoop()
        let task = Task { try await loop.send(HTTPRequest(url: server.url())) }
        while server.requests.isEmpty { await Task.yield() }
        loop.shutdown()
        await #expect(throws: TransferError.cancelled) { try await task.value }
        await #expect(throws: TransferError.cancelled) { try await loop.send(HTTPRequest(url: server.url())) }
        server.stop()
    }

    @Test
    func `tasks may run on the loop's own thread, before its transfers, between them and after its end`()
        async throws
    {
        let server = try LocalHTTPServer { _ in ServedAnswer(200, [:], "x") }
        defer { server.stop() }
        let loop = TransferLoop()
        let executor = loop.executor
        let sum = try await withThrowingTaskGroup { group in
            for _ in 0..<50 {
                group.addTask(executorPreference: executor) {
                    var sum = 0
                    for _ in 0..<5 { sum += try await loop.send(HTTPRequest(url: server.url())).body.count }
                    return sum
                }
            }
            var sum = 0
            for try await part in group { sum += part }
            return sum
        }
        #expect(sum == 250)
        let running = Task(executorPreference: executor) {
            try? await loop.send(HTTPRequest(url: "http://192.0.2.1/"))
        }
        loop.shutdown()
        #expect(await running.value == nil)
        #expect(await Task(executorPreference: executor) { 7 }.value == 7)
    }
}
