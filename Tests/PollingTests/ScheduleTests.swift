import Polling
import Testing

@Suite struct ScheduleTests {
    private func drain(_ schedule: inout PollSchedule, at now: Duration) -> [Int] {
        var slots: [Int] = []
        while let slot = schedule.takeDue(now: now) { slots.append(slot) }
        return slots
    }

    @Test func `feeds come in the order of their due times`() {
        var schedule = PollSchedule()
        for (index, seconds) in [5, 1, 4, 2, 3].enumerated() {
            #expect(schedule.add(host: "h\(index)", due: .seconds(seconds)) == index)
        }
        #expect(schedule.nextWake == .seconds(1))
        #expect(schedule.takeDue(now: .zero) == nil)
        #expect(drain(&schedule, at: .seconds(3)) == [1, 3, 4])
        #expect(schedule.runningCount == 3)
        #expect(schedule.nextWake == .seconds(4))
    }

    @Test func `one host is asked one request at a time, in order, while others go on`() {
        var schedule = PollSchedule()
        let slots = (0..<4).map { _ in schedule.add(host: "slow", due: .zero) }
        let other = schedule.add(host: "other", due: .seconds(1))
        #expect(drain(&schedule, at: .zero) == [slots[0]])
        #expect(drain(&schedule, at: .seconds(1)) == [other])
        #expect(schedule.nextWake == nil)
        for index in 0..<3 {
            schedule.finish(slots[index], next: .seconds(100))
            #expect(drain(&schedule, at: .seconds(2)) == [slots[index + 1]])
        }
    }

    @Test func `perHost widens and hostGap spaces`() {
        var schedule = PollSchedule(perHost: 2, hostGap: .seconds(10))
        let slots = (0..<3).map { _ in schedule.add(host: "h", due: .zero) }
        #expect(drain(&schedule, at: .zero) == [slots[0]])
        #expect(schedule.nextWake == .seconds(10))
        #expect(drain(&schedule, at: .seconds(10)) == [slots[1]])
        #expect(drain(&schedule, at: .seconds(20)).isEmpty)
        schedule.finish(slots[0], next: nil)
        #expect(drain(&schedule, at: .seconds(20)) == [slots[2]])
    }

    @Test func `files have no host and do not wait for each other`() {
        var schedule = PollSchedule()
        for _ in 0..<3 { _ = schedule.add(host: nil, due: .zero) }
        #expect(drain(&schedule, at: .zero).count == 3)
    }

    @Test func `a paused host is quiet for all its feeds, also when polled by hand`() {
        var schedule = PollSchedule()
        let first = schedule.add(host: "h", due: .zero)
        let second = schedule.add(host: "h", due: .seconds(1))
        let other = schedule.add(host: "o", due: .seconds(500))
        #expect(drain(&schedule, at: .zero) == [first])
        schedule.pause(host: "h", until: .seconds(60))
        schedule.finish(first, next: .seconds(30))
        #expect(drain(&schedule, at: .seconds(31)).isEmpty)
        schedule.pollNow(now: .seconds(40))
        #expect(drain(&schedule, at: .seconds(40)) == [other])
        #expect(schedule.nextWake == .seconds(60))
        #expect(drain(&schedule, at: .seconds(60)) == [second])
        schedule.finish(second, next: .seconds(360))
        #expect(drain(&schedule, at: .seconds(60)) == [first])
    }

    @Test func `a shorter pause does not end a longer one`() {
        var schedule = PollSchedule()
        let slot = schedule.add(host: "h", due: .zero)
        schedule.pause(host: "h", until: .seconds(60))
        schedule.pause(host: "h", until: .seconds(10))
        #expect(drain(&schedule, at: .seconds(59)).isEmpty)
        #expect(drain(&schedule, at: .seconds(60)) == [slot])
    }

    @Test func `removing and adding keeps the timing of others`() {
        var schedule = PollSchedule()
        let slots = (0..<5).map { schedule.add(host: "h\($0)", due: .seconds($0 * 10)) }
        schedule.remove(slots[1])
        schedule.remove(slots[1])
        let new = schedule.add(host: "n", due: .seconds(15))
        schedule.reschedule(slots[4], due: .seconds(5))
        schedule.reschedule(slots[3], due: nil)
        #expect(schedule.count == 5)
        #expect(drain(&schedule, at: .seconds(100)) == [slots[0], slots[4], new, slots[2]])
    }

    @Test func `a feed removed while it runs frees its host at the end and its slot only then`() {
        var schedule = PollSchedule()
        let first = schedule.add(host: "h", due: .zero)
        let second = schedule.add(host: "h", due: .zero)
        #expect(drain(&schedule, at: .zero) == [first])
        schedule.remove(first)
        #expect(schedule.add(host: "x", due: nil) != first)
        schedule.finish(first, next: .seconds(5))
        #expect(drain(&schedule, at: .seconds(9)) == [second])
        #expect(schedule.add(host: "y", due: nil) == first)
    }

    @Test func `a queued feed can be removed, moved and given another host`() {
        var schedule = PollSchedule()
        let slots = (0..<4).map { _ in schedule.add(host: "h", due: .zero) }
        #expect(drain(&schedule, at: .zero) == [slots[0]])
        schedule.remove(slots[1])
        schedule.setHost(slots[2], "elsewhere")
        #expect(drain(&schedule, at: .zero) == [slots[2]])
        schedule.reschedule(slots[3], due: .seconds(50))
        schedule.finish(slots[0], next: nil)
        #expect(drain(&schedule, at: .seconds(49)).isEmpty)
        #expect(drain(&schedule, at: .seconds(50)) == [slots[3]])
    }

    @Test func `random use never loses a feed nor crowds a host`() {
        var schedule = PollSchedule(perHost: 2)
        var random = SystemRandomNumberGenerator()
        let hosts = (0..<7).map { "h\($0)" }
        var hostOf: [Int: String] = [:]
        for _ in 0..<200 {
            let host = hosts.randomElement(using: &random) ?? "h"
            hostOf[schedule.add(host: host, due: .seconds(Int.random(in: 0..<10, using: &random)))] = host
        }
        var running: [Int] = []
        var polled: [Int: Int] = [:]
        for second in 0..<300 {
            while let slot = schedule.takeDue(now: .seconds(second)) { running.append(slot) }
            let crowds = Dictionary(grouping: running) { hostOf[$0] ?? "" }.values.map(\.count)
            #expect(crowds.allSatisfy { $0 <= 2 })
            for slot in running.shuffled(using: &random).prefix(9) {
                running.removeAll { $0 == slot }
                polled[slot, default: 0] += 1
                schedule.finish(slot, next: .seconds(second + 20))
            }
        }
        #expect(polled.count == 200)
        #expect(schedule.count == 200)
    }

    @Test func `the first polls of a long list are spread over the delay, the first few at once`() {
        let waits = (0..<10_000).map { FirstPolls.wait(index: $0, of: 10_000, delay: .seconds(60)) }
        #expect(waits.prefix(20).allSatisfy { $0 == .zero })
        #expect(waits == waits.sorted())
        #expect(waits.last == .seconds(60))
        for second in 0..<60 {
            let count = waits.dropFirst(20).count { $0 > .seconds(second) && $0 <= .seconds(second + 1) }
            #expect((160...172).contains(count))
        }
        #expect((0..<20).allSatisfy { FirstPolls.wait(index: $0, of: 20, delay: .seconds(60)) == .zero })
        #expect(FirstPolls.wait(index: 99, of: 100, delay: .seconds(3600)) == .seconds(4))
    }

    @Test func `a connection is worth keeping for a host of several feeds, or while there are few hosts`() {
        var schedule = PollSchedule()
        let slots = ["a", "a", "b", "c"].map { schedule.add(host: $0, due: .zero) }
        let file = schedule.add(host: nil, due: .zero)
        #expect((slots + [file]).allSatisfy { schedule.isConnectionReusable($0, limit: 3) })
        #expect(slots.map { schedule.isConnectionReusable($0, limit: 2) } == [true, true, false, false])
        schedule.setHost(slots[2], "c")
        #expect(slots.map { schedule.isConnectionReusable($0, limit: 2) } == [true, true, true, true])
        schedule.remove(slots[0])
        #expect(!schedule.isConnectionReusable(slots[1], limit: 2))
    }

    @Test(arguments: [
        ("https://User:p@EXAMPLE.org.:8443/x?y", "example.org"), ("http://[2001:DB8::1]:80/", "2001:db8::1"),
        ("file:///etc/feed", nil), ("nonsense", nil), ("http://a?b@c", "a"), ("http://h", "h"),
        ("http://", nil), ("http://@/", nil), ("http:/h", nil), ("http://:80", nil), ("http://[::1", "::1"),
        ("http://Bücher.example/", "bücher.example"), ("http://a@b@c:1#x", "c"), ("", nil), ("http", nil),
    ])
    func `the host of a URL is read without user and port`(url: String, host: String?) {
        #expect(FeedHost.of(url) == host)
    }
}
