import FeedModel
import Signing
import TestSupport
import Testing

@testable import Delivery

struct WebhookSinkTests {
    private let world = SinkWorld()

    private func sink(
        _ url: String, _ change: (inout WebhookSettings, inout SinkSettings) -> Void = { _, _ in }
    ) throws -> any Sink {
        var webhook = WebhookSettings(url: Secret(url))
        var settings = SinkSettings(name: "hook", kind: .webhook(webhook))
        change(&webhook, &settings)
        settings.kind = .webhook(webhook)
        return try SinkFactory.make(settings, environment: world.environment)
    }

    private func batch(_ count: Int) -> [Announcement] {
        (0..<count).map { Sample.announcement(title: "Entry \($0)", number: $0) }
    }

    @Test func `through a real nginx the receiver gets CloudEvents, in order, over one connection`()
        async throws
    {
        let receiver = try LocalHTTPServer { _ in ServedAnswer(204) }
        defer { receiver.stop() }
        let nginx = try Nginx(
            server: "location / { proxy_pass http://127.0.0.1:\(receiver.port); }")
        defer { nginx.stop() }
        let outcomes = try await sink(nginx.url("/hook?a=b")).deliver(batch(20))
        #expect(outcomes.all(\.isDelivered))
        #expect(receiver.requests.count == 20)
        let request = try #require(receiver.requests.first)
        #expect(request.method == "POST" && request.target == "/hook?a=b")
        #expect(request["content-type"] == "application/cloudevents+json; charset=utf-8")
        #expect(request["user-agent"] == "feedherald/1.2.3")
        let event = try JSONReader.read(request.body)
        let announcement = batch(1)[0]
        #expect(event["specversion"]?.string == "1.0" && event["type"]?.string == "feedherald.entry.new")
        #expect(event["source"]?.string == "https://example.org/releases.atom")
        #expect(event["id"]?.string == announcement.id && request["idempotency-key"] == announcement.id)
        #expect(event["time"]?.string == "2026-11-30T12:34:56Z")
        #expect(event["data"]?["feed"]?["name"]?.string == "Swift releases")
        #expect(event["data"]?["entry"]?["title"]?.string == "Entry 0")
        #expect(event["data"]?["entry"]?["updated"]?.isNull == true)
        let titles = receiver.requests.map {
            (try? JSONReader.read($0.body))?["data"]?["entry"]?["title"]?.string
        }
        #expect(titles == (0..<20).map { "Entry \($0)" })
        // nginx writes its log after the answer.
        for _ in 0..<1000 where nginx.log.count < 20 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(nginx.log.count == 20)
    }

    @Test(arguments: [
        (200, "delivered"), (201, "delivered"), (204, "delivered"), (301, "suspended"), (302, "suspended"),
        (400, "refused"), (401, "suspended"), (403, "suspended"), (404, "suspended"), (410, "stopped"),
        (413, "refused"), (422, "refused"), (408, "retry"), (429, "retry"), (500, "retry"), (502, "retry"),
        (503, "retry"), (599, "retry"),
    ])
    func `only 2xx counts, and each status has its reaction`(status: Int, expected: String) async throws {
        let receiver = try LocalHTTPServer { _ in
            ServedAnswer(status, ["Location": "https://user:secret@example.org/new"], "said so")
        }
        defer { receiver.stop() }
        let outcomes = try await sink(receiver.url("/secret-path")).deliver(batch(2))
        for outcome in outcomes {
            #expect(outcome.word == expected, "\(outcome)")
            #expect(!outcome.text.contains("secret"))
        }
        // What asks to wait is asked once, not for each announcement.
        #expect(receiver.requests.count == (["delivered", "refused"].contains(expected) ? 2 : 1))
    }

    @Test(arguments: [
        ("Retry-After: 77", "", Duration.seconds(77)),
        ("Retry-After: Mon, 30 Nov 2026 12:36:56 GMT", "", .seconds(120)),
        ("X: y", #"{"retry_after": 1.5}"#, .milliseconds(1500)),
        ("X: y", #"{"ok":false,"parameters":{"retry_after":9}}"#, .seconds(9)),
        ("Retry-After: soon", "", nil),
    ])
    func `the receiver's wish to wait is kept`(header: String, body: String, wish: Duration?) async throws {
        let receiver = try LocalHTTPServer { _ in
            ServedAnswer(
                raw: "HTTP/1.1 429 Slow\r\n\(header)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }
        defer { receiver.stop() }
        guard case .retry(_, let after) = try await sink(receiver.url()).deliver(batch(1))[0] else {
            Issue.record("no retry")
            return
        }
        #expect(after == wish)
    }

    @Test func `a receiver that is not there is tried later`() async throws {
        let dead = try #require(DeadPort())
        let outcome = try await sink("http://127.0.0.1:\(dead.number)/token-in-path").deliver(batch(1))[0]
        #expect(outcome.isRetry && outcome.text.contains("127.0.0.1") && !outcome.text.contains("token"))
    }

    @Test func `signatures are those of Standard Webhooks`() async throws {
        let receiver = try LocalHTTPServer { _ in ServedAnswer(200) }
        defer { receiver.stop() }
        for secret in ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "plain secret"] {
            let sink = try sink(receiver.url()) { webhook, _ in webhook.secret = Secret(secret) }
            _ = await sink.deliver(batch(1))
            let request = try #require(receiver.requests.last)
            let id = try #require(request["webhook-id"])
            let time = try #require(request["webhook-timestamp"])
            #expect(time == String(Sample.time.seconds))
            let key =
                secret.hasPrefix("whsec_") ? Base64.decode(secret.dropFirst(6)) ?? [] : Array(secret.utf8)
            let code = HMACSHA256.code(key: key, message: Array("\(id).\(time).".utf8) + request.body)
            #expect(request["webhook-signature"] == "v1,\(Base64.encode(code))")
        }
        #expect(throws: Failure.self) {
            try sink(receiver.url()) { webhook, _ in webhook.secret = Secret("whsec_!!!") }
        }
    }

    @Test func `Python computes the same signature over the bytes that came`() async throws {
        let receiver = try LocalHTTPServer { _ in ServedAnswer(200) }
        defer { receiver.stop() }
        let secret = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        let sink = try sink(receiver.url()) { webhook, _ in webhook.secret = Secret("whsec_\(secret)") }
        _ = await sink.deliver([Sample.announcement(title: "Grüße 漢字 🎉 \"x\"")])
        let request = try #require(receiver.requests.last)
        let script = """
            import base64, hashlib, hmac, sys
            key, ident, time, given = base64.b64decode(sys.argv[1]), *sys.argv[2:]
            text = ident.encode() + b"." + time.encode() + b"." + sys.stdin.buffer.read()
            code = base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
            sys.exit(0 if hmac.compare_digest("v1," + code, given) else 1)
            """
        let python = try ToolProcess(
            [
                "python3", "-c", script, secret, try #require(request["webhook-id"]),
                try #require(request["webhook-timestamp"]), try #require(request["webhook-signature"]),
            ], input: request.body)
        #expect(python.wait() == 0)
    }

    @Test func `the signature of the specification's example holds`() throws {
        let signature = try WebhookSignature(Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let headers = signature.headers(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", now: Timestamp(seconds: 1_614_265_330),
            body: Array(#"{"test": 2432232314}"#.utf8))
        #expect(headers.last?.value == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test func `batches and digests are one request with an array`() async throws {
        let receiver = try LocalHTTPServer { _ in ServedAnswer(200) }
        defer { receiver.stop() }
        let batched = try sink(receiver.url()) { webhook, _ in webhook.batch = 50 }
        #expect(batched.maxBatch == 50)
        #expect(await batched.deliver(batch(5)).count == 5)
        let digest = try sink(receiver.url()) { _, settings in settings.digest = .every(.seconds(60)) }
        #expect(await digest.deliver(batch(7)).count == 7)
        #expect(receiver.requests.map { (try? JSONReader.read($0.body))?.array?.count } == [5, 7])
        #expect(receiver.requests[0]["content-type"]?.hasPrefix("application/cloudevents-batch+json") == true)
    }

    @Test(arguments: hostileTexts)
    func `templates of body, headers and URL carry any text safely`(text: String) async throws {
        let receiver = try LocalHTTPServer { _ in ServedAnswer(200) }
        defer { receiver.stop() }
        let sink = try sink(receiver.url("/x?q={{entry.title}}")) { webhook, _ in
            webhook.method = "PUT"
            webhook.headers = [HeaderField(name: "X-Title", value: Secret("T {{entry.title}}"))]
            webhook.body = ["t": "<{{entry.title}}>", "n": 1, "list": ["{{feed.name}}"]]
        }
        let outcome = await sink.deliver([Sample.announcement(title: text)])[0]
        #expect(outcome.isDelivered, "\(outcome)")
        let request = try #require(receiver.requests.first)
        #expect(request.method == "PUT")
        let body = try JSONReader.read(request.body)
        #expect(body["t"]?.string == "<\(SafeText.line(text))>" && body["n"]?.int == 1)
        #expect(body.members?.map(\.key) == ["t", "n", "list"])
        #expect(request["bcc"] == nil && request["x"] == nil)
        #expect(!request.target.contains("\"") && !request.target.contains("<"))
    }

    @Test func `bad settings are named at the start`() {
        #expect(throws: Failure.self) { try sink("ftp://example.org") }
        #expect(throws: Failure.self) { try sink("http://x/") { hook, _ in hook.preset = "myspace" } }
        #expect(throws: Failure.self) { try sink("http://x/") { hook, _ in hook.preset = "pushover" } }
        #expect(throws: Failure.self) { try sink("http://x/") { hook, _ in hook.body = ["a": "{{nope}}"] } }
    }
}
