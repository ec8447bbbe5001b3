import FeedModel
import Synchronization
import Testing

@testable import Delivery

struct LanesTests {
    private func batch(_ feeds: [Int]) -> [Announcement] {
        feeds.enumerated().map { number, feed in
            var announcement = Sample.announcement(title: "\(number)", number: number)
            announcement.feed.url = "https://example.org/\(feed)"
            return announcement
        }
    }

    @Test func `order is kept for each feed, and every announcement has its own outcome`() async {
        let seen = Mutex<[String: [Int]]>([:])
        let batch = batch((0..<60).map { $0 % 7 })
        let outcomes = await Lanes.deliver(batch, width: 4) { announcement in
            let number = Int(announcement.entry.title ?? "") ?? -1
            await Task.yield()
            seen.withLock { $0[announcement.feed.url, default: []].append(number) }
            return number % 10 == 3
                ? .refused(Failure(.delivery, "no")) : .delivered(note: "\(number)")
        }
        for numbers in seen.withLock({ $0.values }) { #expect(numbers == numbers.sorted()) }
        #expect(seen.withLock { $0.count } == 7)
        for (number, outcome) in outcomes.enumerated() {
            #expect(number % 10 == 3 ? outcome.isRefused : outcome == .delivered(note: "\(number)"))
        }
    }

    @Test func `after the first that asks to wait nothing new is begun`() async {
        let count = Mutex(0)
        let outcomes = await Lanes.deliver(batch([1, 1, 1, 1, 1])) { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number == 3
                ? .retry(Failure(.delivery, "busy"), after: .seconds(9)) : .delivered(note: nil)
        }
        #expect(count.withLock { $0 } == 3)
        let busy = DeliveryOutcome.retry(Failure(.delivery, "busy"), after: .seconds(9))
        #expect(outcomes == [.delivered(note: nil), .delivered(note: nil), busy, busy, busy])
    }

    @Test func `a dead receiver is asked at most once a lane`() async {
        let count = Mutex(0)
        let outcomes = await Lanes.deliver(batch((0..<100).map { $0 % 50 }), width: 8) { _ in
            count.withLock { $0 += 1 }
            return .suspended(Failure(.delivery, "gone"))
        }
        #expect(count.withLock { $0 } <= 8)
        #expect(outcomes.count == 100 && outcomes.all(\.isSuspended))
    }

    @Test func `each end is told at once, and a stop leaves the rest untried`() async {
        let told = Mutex<[Int]>([])
        let progress = DeliveryProgress(
            ended: { place, outcome in told.withLock { if outcome.isDelivered { $0.append(place) } } },
            isStopping: { told.withLock { $0.count == 2 } })
        let outcomes = await Lanes.deliver(batch([1, 1, 1, 1]), progress: progress) { _ in
            .delivered(note: nil)
        }
        #expect(told.withLock { $0 } == [0, 1])
        #expect(outcomes.map(\.word) == ["delivered", "delivered", "untried", "untried"])
    }

    @Test func `nothing to deliver gives nothing`() async {
        #expect(await Lanes.deliver([], width: 8) { _ in .delivered(note: nil) }.isEmpty)
    }
}
