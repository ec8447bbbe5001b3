import FeedModel
import TestSupport
import Testing

@testable import Markers

struct NoveltyTests {
    private let now = Timestamp(seconds: 1_780_000_000)
    private let key = FeedKey(url: "https://example.org/feed")

    private func feed(_ numbers: some Sequence<Int>) -> Feed {
        var feed = Feed(format: .rss)
        feed.title = "Notes"
        feed.entries = numbers.map { number in
            var entry = Entry(id: "id-\(number)")
            entry.title = "Entry number \(number) of this feed"
            entry.link = "https://example.org/entry-\(number)"
            entry.published = now - .seconds(Int64(10_000 - number) * 60)
            entry.content = MadeUp.text(seed: UInt64(number), words: 30)
            return entry
        }
        return feed
    }

    private func decide(
        _ feed: Feed, _ marker: Marker? = nil, after: Duration = .zero,
        _ change: (inout NoveltySettings) -> Void = { _ in }
    ) -> NoveltyDecision {
        var settings = NoveltySettings()
        settings.feedName = "My notes"
        change(&settings)
        return Novelty.decide(feed, marker: marker ?? Marker(key: key), now: now + after, settings: settings)
    }

    @Test func `without a setting the first document announces its newest entry`() {
        let decision = decide(feed(stride(from: 5, through: 1, by: -1)))
        #expect(decision.isFirst)
        #expect(decision.announcements.map(\.entry.id) == ["id-5"])
        #expect(decision.verdicts.map(\.kind) == [.new, .first, .first, .first, .first])
        #expect(decision.marker.newestPublished == now - .seconds(9995 * 60))
    }

    @Test func `the newest N are chosen among what the filters let pass`() throws {
        let filter = try EntryFilter(include: [], exclude: [FilterRule(pattern: "number 5")])
        let decision = decide(feed(1...6)) {
            $0.first = .newest(2)
            $0.filter = filter
        }
        #expect(decision.announcements.map(\.entry.id) == ["id-4", "id-6"])
    }

    @Test func `news is announced oldest first, whatever the order of the document`() {
        let marker = decide(feed(1...5)).marker
        for order in [[9, 8, 7, 5, 4], [4, 5, 7, 8, 9], [8, 4, 9, 5, 7]] {
            #expect(decide(feed(order), marker).announcements.map(\.entry.id) == ["id-7", "id-8", "id-9"])
        }
    }

    @Test func `beyond the limit one summary tells the rest, and nothing of it is lost`() {
        let marker = decide(feed(1...5)).marker
        let decision = decide(feed(1...45), marker) { $0.limit = 3 }
        #expect(decision.announcements.count == 4)
        #expect(decision.announcements.map(\.entry.id).prefix(3) == ["id-43", "id-44", "id-45"])
        #expect(decision.announcements.last?.kind == .summary)
        #expect(decision.announcements.last?.entry.title == "and 37 more in My notes")
        #expect(decision.summarised.count == 37)
        #expect(decision.summarised.first?.entry.id == "id-6")
        #expect(decision.verdicts.count { $0.kind == .summarised } == 37)
        #expect(decide(feed(1...45), decision.marker).announcements.isEmpty)
    }

    @Test func `every entry has its reason in words`() {
        let marker = decide(feed(1...5)).marker
        let decision = decide(feed(1...6), marker)
        #expect(decision.verdicts.map(\.index) == Array(0..<6))
        #expect(decision.verdicts[0].reason == "unchanged since it was seen last")
        #expect(decision.verdicts[5].reason.hasPrefix("no article seen before is like it"))
    }

    @Test func `the decision is pure: the same again from the same`() {
        let marker = decide(feed(1...5)).marker
        let (one, two) = (decide(feed(2...8), marker), decide(feed(2...8), marker))
        #expect(one.announcements == two.announcements && one.marker == two.marker)
    }

    @Test func `an empty document teaches nothing; what comes after an empty start is new`() {
        let empty = decide(feed([]))
        #expect(empty.marker.isUnstarted)
        var later = feed([1])
        later.entries[0].published = now + .seconds(60)
        let decision = decide(later, empty.marker, after: .seconds(120)) { $0.first = .none }
        #expect(decision.announcements.count == 1)
        let marker = decide(feed(1...5)).marker
        #expect(decide(feed([]), marker).marker.memory == marker.memory)
    }

    @Test func `a marker with nothing but a time announces what is dated after it`() {
        var marker = Marker(key: key)
        marker.newestPublished = now - .seconds(9997 * 60)
        #expect(decide(feed(1...5), marker).announcements.map(\.entry.id) == ["id-4", "id-5"])
    }

    @Test func `after damage the first document is learned silently`() {
        var marker = Marker(key: key)
        marker.startsSilently = true
        let decision = decide(feed(1...5), marker) { $0.first = .all }
        #expect(decision.announcements.isEmpty)
        #expect(!decision.marker.startsSilently)
        #expect(decide(feed(1...6), decision.marker).announcements.count == 1)
    }

    @Test func `future dates do not push the marker past now`() {
        var future = feed([1, 2])
        future.entries[1].published = now + .seconds(86_400)
        #expect(decide(future).marker.newestPublished == now - .seconds(9999 * 60))
    }

    @Test func `new articles under known or shared ids have announcements of their own`() {
        var doubled = feed([1, 2])
        doubled.entries[1].id = "id-1"
        let decision = decide(doubled) { $0.first = .all }
        #expect(Set(decision.announcements.map(\.version)).count == 2)
        #expect(decide(feed([1, 2])) { $0.first = .all }.announcements.allSatisfy { $0.version.isEmpty })
    }

    @Test func `when most texts change at once it is the template, not an update of each`() {
        let marker = decide(feed(1...10)) { $0.updates = true }.marker
        var changed = feed(1...10)
        for place in 0..<10 { changed.entries[place].content? += " Follow us everywhere." }
        #expect(decide(changed, marker) { $0.updates = true }.announcements.isEmpty)
        for place in 3..<10 { changed.entries[place] = feed(1...10).entries[place] }
        #expect(
            decide(changed, marker) { $0.updates = true }.announcements.map(\.kind) == [
                .update, .update, .update,
            ])
    }
}
