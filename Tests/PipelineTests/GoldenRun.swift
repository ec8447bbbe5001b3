import FeedModel
import FoundationEssentials
import Pipeline
import Subscriptions
import Synchronization
import TestSupport

/// A whole run from `Fixtures/runs/CASE`: feeds.json, what servers answer at which time, and what must come of it.
///
///     feeds.json       `{{server}}` stands for the test server's origin
///     steps.json       [{"clock": TIME, "answers": {PATH: {"status", "headers", "file"}}}]: one sweep each
///     expected.txt     what was said and sent, step by step, and the markers at the end
///
/// With `FEEDHERALD_GOLDEN=write` in the environment the expectation is written instead of compared.
struct GoldenRun {
    let name: String
    private let steps: [JSONValue]

    init(_ name: String) throws {
        self.name = name
        steps = try JSONReader.read(try Fixture.bytes("runs/\(name)/steps.json"), lenient: true).array ?? []
    }

    var expected: String { (try? Fixture.text("runs/\(name)/expected.txt")) ?? "" }

    /// Runs all steps and gives the protocol.
    func run() async throws -> String {
        let folder = try TemporaryFolder()
        let script = Mutex((step: JSONValue.null, requests: [String](), posts: [String]()))
        let name = name
        let server = try LocalHTTPServer { request in
            script.withLock { state in
                if request.path.hasPrefix("/hook") {
                    state.posts.append(request.text)
                } else {
                    state.requests.append(Self.shown(request))
                }
                let status = state.step["hook"]?.int ?? 204
                if request.path.hasPrefix("/hook") { return ServedAnswer(status) }
                return Self.answer(state.step["answers"]?[request.path], in: name)
            }
        }
        defer { server.stop() }
        let text = try Fixture.text("runs/\(name)/feeds.json").replacing("{{server}}", with: server.url(""))
        var record = ""
        for (index, step) in steps.enumerated() {
            script.withLock { $0 = (step, [], []) }
            record += "== step \(index + 1), \(step["clock"]?.string ?? "")\n"
            record += try await sweep(text, step, folder)
            let (requests, posts) = script.withLock { ($0.requests, $0.posts) }
            record += (requests.sorted() + posts.map { "POST \($0)" }).map { $0 + "\n" }.joined()
        }
        record += try markers(folder)
        return record.replacing(server.url(""), with: "http://server").replacing(
            server.url("").replacing("/", with: "\\/"), with: "http://server")
    }

    private func sweep(_ text: String, _ step: JSONValue, _ folder: TemporaryFolder) async throws -> String {
        let clock = try GoldenClock(step["clock"]?.string ?? "")
        let said = Mutex((out: [String](), err: [String]()))
        let list = try await SubscriptionFile.parse(
            Array(text.utf8), file: "feeds.json", folder: Fixture.path("runs/\(name)"))
        var options = HeraldOptions(state: folder.file("state"), version: "0")
        options.isOnce = true
        let log = Log(level: .notice, now: clock.herald.now) { line in
            said.withLock { $0.err.append("stderr \(line)") }
        }
        let herald = try await Herald(
            list, options: options, clock: clock.herald, log: log,
            writeConsole: { bytes in
                let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
                said.withLock { $0.out.append(contentsOf: lines.map { "stdout \($0)" }) }
            })
        let outcome = await herald.run()
        let ending = "ended with \(outcome.failing) failing, \(outcome.owed) owed"
        // The streams are written side by side; each one's lines are in order.
        return (said.withLock { $0.out + $0.err } + [ending]).map { $0 + "\n" }.joined()
    }

    private static func shown(_ request: ServedRequest) -> String {
        let conditions = ["If-None-Match", "If-Modified-Since"].compactMap { name in
            request[name].map { " \(name): \($0)" }
        }
        return "\(request.method) \(request.target)" + conditions.joined()
    }

    private static func answer(_ value: JSONValue?, in name: String) -> ServedAnswer {
        guard let value else { return ServedAnswer(404) }
        let status = value["status"]?.int ?? 200
        let body = value["file"]?.string.flatMap { try? Fixture.bytes("runs/\(name)/\($0)") } ?? []
        var head = "HTTP/1.1 \(status) Answer\r\n"
        for member in value["headers"]?.members ?? [] {
            head += "\(member.key): \(member.value.string ?? "")\r\n"
        }
        if status != 304 { head += "Content-Length: \(body.count)\r\n" }
        return ServedAnswer([.bytes(Array("\(head)\r\n".utf8) + body)], keepsOpen: true)
    }

    /// The markers, without what hashes the server's port.
    private func markers(_ folder: TemporaryFolder) throws -> String {
        var text = ""
        for file in try folder.list("state/markers") {
            text += "== marker\n" + (try folder.read("state/markers/\(file)"))
        }
        for key in ["addressDigest", "head", "digest"] {
            var masked = ""
            var rest = text[...]
            while let range = rest.firstRange(of: "\"\(key)\":\"") {
                masked += rest[..<range.upperBound] + "…"
                rest = rest[range.upperBound...].drop { $0 != "\"" }
            }
            text = masked + rest
        }
        return text
    }
}

/// A clock that stands still at a given time and lets sleepers wait for ever.
struct GoldenClock {
    let herald: HeraldClock

    init(_ text: String) throws {
        guard let time = Timestamp(rfc3339: text) else { throw JSONSyntaxError("no clock: \(text)", at: 0) }
        let start = ContinuousClock.now
        herald = HeraldClock(
            now: { time }, elapsed: { start.duration(to: .now) },
            sleep: { try? await Task.sleep(for: $0) }, jitter: { 0.5 })
    }
}
