import FeedModel
import Synchronization
import TestSupport
import Testing

@testable import Pipeline

@Suite struct SinkQueueTests {
    private let start = Timestamp(seconds: 1000)

    @Test func `feeds are served in the order in which they came to owe`() {
        var queue = SinkQueue<String>()
        for key in ["a", "b", "a", "c"] { queue.add(key) }
        #expect(queue.count == 3)
        #expect((0..<4).map { _ in queue.take(at: start) } == ["a", "b", "c", nil])
    }

    @Test func `a feed in flight is not given twice, and waits for its moment when put back`() {
        var queue = SinkQueue<String>()
        queue.add("a")
        #expect(queue.take(at: start) == "a")
        queue.add("a")
        #expect(queue.take(at: start) == nil)
        queue.put("a", due: start + .seconds(10))
        #expect(queue.take(at: start + .seconds(9)) == nil)
        #expect(queue.nextDue(at: start) == start + .seconds(10))
        #expect(queue.take(at: start + .seconds(10)) == "a")
        queue.put("a", due: nil)
        #expect(queue.isEmpty && queue.nextDue(at: start) == nil)
    }

    @Test func `hastening makes all that wait ready, earliest first`() {
        var queue = SinkQueue<Int>()
        for key in 0..<200 {
            queue.add(key)
            #expect(queue.take(at: start) == key)
            queue.put(key, due: start + .seconds(1000 - key))
        }
        queue.hasten()
        #expect((0..<200).map { _ in queue.take(at: start) } == (0..<200).reversed().map { $0 })
    }
}

@Suite struct FailureTellerTests {
    private func teller() -> (FailureTeller, @Sendable () -> [String]) {
        final class Box: Sendable {
            let lines = Mutex<[String]>([])
        }
        let box = Box()
        let log = Log(
            now: { Timestamp(seconds: 0) }, write: { line in box.lines.withLock { $0.append(line) } })
        return (FailureTeller(log: log, feed: "f"), { box.lines.withLock { $0 } })
    }

    @Test func `a failure is said once, then folded, then its end`() {
        var (teller, lines) = teller()
        let failure = Failure(.transport, "x.example could not be resolved")
        for minute in 0...180 {
            teller.failed(failure, now: Timestamp(seconds: Int64(minute) * 60), next: "retry in 1m")
        }
        #expect(
            lines() == [
                "warning: f: transport: x.example could not be resolved; retry in 1m",
                "warning: f: transport: x.example could not be resolved (same for 10m, 11 times); retry in 1m",
                "warning: f: transport: x.example could not be resolved (same for 1h, 61 times); retry in 1m",
            ])
        teller.recovered(now: Timestamp(seconds: 200 * 60))
        #expect(lines().last == "f: works again after 3h 20m and 181 failures")
        teller.recovered(now: Timestamp(seconds: 201 * 60))
        #expect(lines().count == 4)
    }

    @Test func `another failure is news`() {
        var (teller, lines) = teller()
        teller.failed(Failure(.transport, "one"), now: Timestamp(seconds: 0), next: "soon")
        teller.failed(Failure(.transport, "two"), now: Timestamp(seconds: 1), next: "soon")
        #expect(lines().count == 2)
    }
}

@Suite struct LogTests {
    private func said(_ format: Log.Format, level: Log.Level = .notice, _ body: (Log) -> Void) -> [String] {
        final class Box: Sendable {
            let lines = Mutex<[String]>([])
        }
        let box = Box()
        body(
            Log(level: level, format: format, now: { Timestamp(seconds: 0) }) { line in
                box.lines.withLock { $0.append(line) }
            })
        return box.lines.withLock { $0 }
    }

    @Test func `hostile words stay on their line and steer no terminal`() {
        let lines = said(.text) {
            $0.say(.error, "bad\r\nINJECTED \u{1B}[31m\u{202E}x\u{2028}y", feed: "a\nb")
        }
        #expect(lines == ["error: a b: bad INJECTED [31mx y"])
    }

    @Test func `levels below the chosen one are silent`() {
        #expect(said(.text, level: .error) { $0.say(.warning, "x") }.isEmpty)
        #expect(said(.text, level: .info) { $0.say(.info, "x") } == ["x"])
    }

    @Test func `the journal gets priorities, programs get objects`() {
        #expect(said(.journal) { $0.say(.error, "x") } == ["<3>error: x"])
        let failure = Failure(.delivery, "no", hint: "do")
        #expect(
            said(.json) { $0.say(.warning, failure, sink: "s", next: "later") } == [
                #"{"time":"1970-01-01T00:00:00Z","level":"warning","stage":"delivery","sink":"s","message":"no (do)","next":"later"}"#
            ])
    }
}
