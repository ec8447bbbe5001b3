import FeedModel
import TestSupport
import Testing

@testable import Markers

struct MemoryTests {
    private let start = Timestamp(seconds: 1_780_000_000)

    private func feed(_ numbers: some Sequence<Int>) -> Feed {
        var feed = Feed(format: .rss)
        feed.entries = numbers.map { number in
            var entry = Entry(id: "id-\(number)")
            entry.title = "Entry \(MadeUp.text(seed: UInt64(number), words: 4))"
            entry.link = "https://example.org/entry-\(number)"
            return entry
        }
        return feed
    }

    /// Reads windows of a feed that moves on, a day apart; returns the marker and all that was announced.
    private func read(_ windows: [Range<Int>], daysApart: Int64 = 1) -> (marker: Marker, announced: [String])
    {
        var settings = NoveltySettings()
        settings.first = .none
        settings.limit = 100_000
        var marker = Marker(key: FeedKey(url: "x"))
        var announced: [String] = []
        for (number, window) in windows.enumerated() {
            let now = start + .seconds(Int64(number) * daysApart * 86_400)
            let decision = Novelty.decide(feed(window), marker: marker, now: now, settings: settings)
            marker = decision.marker
            announced += decision.announcements.map(\.entry.id)
        }
        return (marker, announced)
    }

    @Test func `records are bounded, the longest absent go first, and bare hashes stay`() {
        let (marker, announced) = read((0..<12).map { ($0 * 10)..<($0 * 10 + 20) })
        #expect(marker.memory.records.count == 70)
        #expect(marker.memory.forgotten.count == 130 - 70)
        #expect(announced.count == 110)
        let kept = Set(marker.memory.records.flatMap(\.keys))
        for number in 110..<130 { #expect(kept.contains(EntryKey(.id, "id-\(number)"))) }
        #expect(!kept.contains(EntryKey(.id, "id-0")))
    }

    @Test func `an article whose record was dropped is not news when it comes back within a year`() {
        let windows = (0..<12).map { ($0 * 10)..<($0 * 10 + 20) }
        #expect(read(windows + [0..<20]).announced.count == 110)
        let (marker, _) = read(windows + [200..<201, 200..<201], daysApart: 60)
        #expect(marker.memory.forgotten.count < 70)
    }

    @Test func `the memory is never below what the feed shows`() {
        let (marker, announced) = read([0..<1300, 0..<1300, 0..<1301])
        #expect(marker.memory.records.count == 1301)
        #expect(announced == ["id-1300"])
    }

    @Test func `bare hashes are kept a year, and 20000 at the most`() {
        var keys = ForgottenKeys()
        for number in 0..<25_000 { keys.append(id: UInt64(number), link: 0, day: Int32(number / 100)) }
        keys.prune(at: Timestamp(seconds: 300 * 86_400))
        #expect(keys.count == 20_000)
        keys.prune(at: Timestamp(seconds: (249 + 367) * 86_400))
        #expect(keys.count == 0)
    }

    @Test func `a forgotten article is known by its id, or by its link if it is not dated later`() {
        var keys = ForgottenKeys()
        keys.append(id: EntryKey(.id, "a").bits, link: EntryKey(.link, "e.org/a").bits, day: 20_000)
        var entry = Entry(id: "a")
        #expect(keys.lookUp([Fingerprint(entry)]) == [.init(day: 20_000, isByID: true)])
        entry.id = "b"
        entry.link = "https://e.org/a"
        #expect(keys.lookUp([Fingerprint(entry)]) == [.init(day: 20_000, isByID: false)])
        entry.link = nil
        #expect(keys.lookUp([Fingerprint(entry)]) == [nil])
    }

    @Test func `of each kind of key only the latest few stay`() {
        var record = EntryRecord(
            keys: [], exact: 0, extent: 0, title: "", date: nil, simhash: 0, words: 0, wording: 0,
            firstSeen: start,
            lastSeen: start)
        for number in 0..<20 { record.absorb([EntryKey(.id, "\(number)"), EntryKey(.link, "\(number)")]) }
        #expect(record.keys.count { $0.kind == .id } == 6)
        #expect(record.keys.last { $0.kind == .id } == EntryKey(.id, "19"))
        record.absorb([EntryKey(.id, "double")], keepingLatest: true)
        #expect(record.keys.last { $0.kind == .id } == EntryKey(.id, "19"))
        #expect(record.keys.contains(EntryKey(.id, "double")))
        record.absorb([EntryKey(.id, "15")])
        #expect(record.keys.last { $0.kind == .id } == EntryKey(.id, "15"))
    }

    @Test func `keys of articles seen together are shared, of those that followed each other they are not`() {
        func record(_ first: Int64, _ last: Int64) -> EntryRecord {
            EntryRecord(
                keys: [EntryKey(.link, "list")], exact: 0, extent: 0, title: "", date: nil, simhash: 0,
                words: 0,
                wording: 0, firstSeen: Timestamp(seconds: first), lastSeen: Timestamp(seconds: last))
        }
        var memory = Memory()
        memory.records = [record(1, 5), record(6, 9)]
        #expect(!KeyIndex(memory).isShared(EntryKey(.link, "list")))
        #expect(KeyIndex(memory).record(identifiedBy: EntryKey(.link, "list"), in: memory.records) == 1)
        memory.records = [record(1, 5), record(5, 9)]
        #expect(KeyIndex(memory).isShared(EntryKey(.link, "list")))
        #expect(KeyIndex(memory).records(with: EntryKey(.link, "list"), limit: 9).count == 2)
        memory.records = []
        memory.shared = [EntryKey(.link, "list")]
        #expect(KeyIndex(memory).isShared(EntryKey(.link, "list")))
    }
}
