import Delivery
import FeedModel
import Glibc
import Synchronization
import Transport

// Two jobs, told apart by the first argument; both print requests per second, CPU seconds per 1,000 and peak RSS in MB.
//   push PORT CA COUNT BODYSIZE     over one connection, as many streams as the server allows
//   webhooks URL COUNT              through the webhook sink, one after another

@main
enum PushBench {
    static func main() async {
        let arguments = CommandLine.arguments
        switch arguments.dropFirst().first {
        case "push" where arguments.count == 6:
            await push(
                UInt16(arguments[2]) ?? 0, arguments[3], Int(arguments[4]) ?? 0, Int(arguments[5]) ?? 0)
        case "webhooks" where arguments.count == 4: await webhooks(arguments[2], Int(arguments[3]) ?? 0)
        default: fail("usage: push PORT CA COUNT BODYSIZE | webhooks URL COUNT")
        }
    }

    private static func push(_ port: UInt16, _ ca: String, _ count: Int, _ size: Int) async {
        let token = "bearer " + String(repeating: "x", count: 200)
        let body = [UInt8](repeating: 0x61, count: size)
        let requests = (0..<count).map { number in
            PushRequest(
                path: "/3/device/abcd",
                headers: [
                    PushHeader("apns-topic", "org.example.reader"), PushHeader("apns-push-type", "alert"),
                    PushHeader("apns-id", "00000000-0000-4000-8000-\(100_000_000_000 + number)"),
                    PushHeader("authorization", token),
                ],
                body: body)
        }
        do {
            let connection = try await PushConnection.open(
                PushEndpoint(host: "localhost", port: port, ca: ca))
            _ = await connection.send([requests[0]])
            let begin = ContinuousClock.now
            var answered = 0
            for start in stride(from: 0, to: count, by: 10_000) {
                let outcomes = await connection.send(Array(requests[start..<min(count, start + 10_000)]))
                for case .answered(let response) in outcomes where response.status == 200 { answered += 1 }
            }
            report(count, begin)
            await connection.drain()
            if answered != count { fail("\(count - answered) of \(count) failed") }
        } catch {
            fail("\(error)")
        }
    }

    private static func webhooks(_ url: String, _ count: Int) async {
        let loop = TransferLoop()
        let environment = SinkEnvironment(
            transfers: loop, version: "bench", now: { Timestamp(seconds: Int64(time(nil))) },
            writeConsole: { (_: [UInt8]) throws(Failure) in })
        let settings = SinkSettings(name: "hook", kind: .webhook(WebhookSettings(url: Secret(url))))
        guard let sink = try? SinkFactory.make(settings, environment: environment) else { fail("no sink") }
        let announcements = (0..<count).map { number in
            var entry = Entry(id: "tag:example.org,2026:\(number)")
            entry.title = "Entry \(number)"
            entry.summary = String(repeating: "word ", count: 60)
            return Announcement(
                id: Announcement.makeID(feed: "f", entry: entry.id, kind: .new, sink: "hook"), kind: .new,
                feed: FeedReference(name: "Feed", url: "https://example.org/\(number % 20)"), entry: entry,
                sink: "hook",
                created: Timestamp(seconds: 0))
        }
        _ = await sink.deliver([announcements[0]])
        let begin = ContinuousClock.now
        var delivered = 0
        for start in stride(from: 0, to: count, by: sink.maxBatch) {
            let batch = Array(announcements[start..<min(count, start + sink.maxBatch)])
            for case .delivered in await sink.deliver(batch) { delivered += 1 }
        }
        report(count, begin)
        if delivered != count { fail("\(count - delivered) of \(count) failed") }
    }

    private static func report(_ count: Int, _ begin: ContinuousClock.Instant) {
        let seconds = begin.duration(to: .now) / .seconds(1)
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func value(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        let cpu = value(usage.ru_utime) + value(usage.ru_stime)
        print(Int(Double(count) / seconds), cpu / Double(count) * 1000, usage.ru_maxrss / 1024)
    }

    private static func fail(_ text: String) -> Never {
        let line = Array("PushBench: \(text)\n".utf8)
        _ = write(2, line, line.count)
        exit(1)
    }
}
