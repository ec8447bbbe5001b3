import FeedModel
import Host
import TestSupport
import Testing

@testable import Markers

struct StateFolderTests {
    private let folder: TemporaryFolder
    private let entry: Entry
    private let feed = FeedReference(name: "Notes", url: "https://example.org/feed")
    private let now = Timestamp(seconds: 1_780_000_000)

    init() throws {
        folder = try TemporaryFolder()
        var entry = Entry(id: "e1")
        entry.title = "A \"title\""
        entry.link = "https://example.org/1"
        entry.published = Timestamp(seconds: 1_779_000_000)
        self.entry = entry
    }

    @Test func `only one process writes; others may read`() throws {
        let path = folder.file("state")
        let first = try StateFolder(path, access: .writing)
        let error = #expect(throws: StateError.self) { try StateFolder(path, access: .writing) }
        #expect(error?.failure.message.contains("another feedherald") == true)
        #expect(error?.failure.hint?.contains("--state") == true)
        _ = try StateFolder(path, access: .reading)
        #expect(first.path == path)
    }

    @Test func `the lock goes with its holder`() throws {
        let path = folder.file("state")
        do { _ = try StateFolder(path, access: .writing) }
        _ = try StateFolder(path, access: .writing)
    }

    @Test func `history is read newest first, of all feeds or one`() throws {
        let history = History(folder: folder.path)
        let other = FeedReference(name: "Other", url: "https://example.org/other")
        try history.append([History.Line(entry, kind: .new, feed: feed, sinks: ["phone"], at: now)])
        try history.append([
            History.Line(entry, kind: .update, feed: other, sinks: [], at: now, isSummarised: true)
        ])
        #expect(try history.read().map(\.feed.name) == ["Other", "Notes"])
        let line = try #require(try history.read(feed: "Notes").first)
        #expect(line == History.Line(entry, kind: .new, feed: feed, sinks: ["phone"], at: now))
        #expect(try history.read(feed: "https://example.org/other").count == 1)
        #expect(try history.read(limit: 1).count == 1)
    }

    @Test func `history is rotated, and both files are read`() throws {
        let history = History(folder: folder.path, limit: 700)
        for number in 0..<8 {
            var entry = entry
            entry.id = "\(number)"
            try history.append([History.Line(entry, kind: .new, feed: feed, sinks: [], at: now)])
        }
        #expect(try folder.list() == ["history.jsonl", "history.jsonl.1"])
        #expect(try #require(Files.size(folder.file("history.jsonl"))) <= 700)
        let ids = try history.read().map(\.id)
        #expect(ids == (0..<8).map { "\(7 - $0)" }.prefix(ids.count).map { $0 })
        #expect(ids.count >= 4)
    }

    @Test func `a damaged line of history is passed over`() throws {
        let history = History(folder: folder.path)
        try folder.write("{\"time\":\n\n{}\n", to: "history.jsonl")
        try history.append([History.Line(entry, kind: .new, feed: feed, sinks: [], at: now)])
        #expect(try history.read().count == 1)
    }

    @Test func `what was refused is owed again by retry, and the log is empty then`() throws {
        let state = try StateFolder(folder.file("state"), access: .writing)
        let key = FeedKey(name: "Notes", url: "https://example.org/feed")
        var marker = Marker(key: key)
        marker.outbox.owe(
            .init(entry: entry, kind: .new, version: "v"), feed: feed, sinks: ["phone"], at: now)
        let id = marker.outbox.due(for: "phone", at: now)[0].id
        let settled = marker.outbox.settle(id, .refused(reason: "HTTP 400"), at: now)
        let refusal = try #require(settled)
        try state.markers.commit([marker])
        try state.refused.append([RefusedLog.Line(key: key, refusal: refusal)])
        #expect(try state.refused.read() == [RefusedLog.Line(key: key, refusal: refusal)])
        #expect(try state.refused.retry(in: state.markers, at: now) == 1)
        #expect(try state.markers.load(key).marker.outbox.due(for: "phone", at: now).map(\.id) == [id])
        #expect(try state.refused.read().isEmpty)
        #expect(try state.refused.retry(in: state.markers, at: now) == 0)
    }

    @Test func `a sink's own state comes back; a damaged one is none`() throws {
        let store = SinkStateStore(folder: folder.file("sinks"))
        #expect(store.load("my phone/../x") == nil)
        try store.save(["badge": 3, "dropped": ["a"]], for: "my phone/../x")
        #expect(store.load("my phone/../x")?["badge"]?.int == 3)
        #expect(try folder.list("sinks").count == 1)
        try folder.write("{", to: "sinks/" + folder.list("sinks")[0])
        #expect(store.load("my phone/../x") == nil)
    }

    @Test func `poll times come back and update what is older`() throws {
        let key = FeedKey(url: "https://user:pass@example.org/feed")
        var poll = PollState()
        poll.lastPoll = now
        poll.lastSuccess = now
        poll.nextPoll = now + .seconds(300)
        poll.nextPollReason = "max-age"
        poll.lastAnswer = "304"
        let state = try StateFolder(folder.file("state"), access: .writing)
        var book = PollBook()
        book.note(poll, of: key)
        try state.savePolls(book)
        #expect(try !folder.read("state/polls.json").contains("pass"))
        let loaded = state.loadPolls()
        #expect(loaded == book)
        var old = PollState()
        loaded.update(&old, of: key)
        #expect(old == poll)
        var newer = PollState()
        newer.lastPoll = now + .seconds(1)
        loaded.update(&newer, of: key)
        #expect(newer.nextPoll == nil)
        try folder.write("nonsense", to: "state/polls.json")
        #expect(state.loadPolls().count == 0)
    }

    @Test func `a book is read in the order of its writing, and in any other way`() throws {
        var book = PollBook()
        var poll = PollState()
        for number in 0..<50 {
            poll.lastPoll = now + .seconds(Int64(number))
            poll.lastSuccess = number % 2 == 0 ? nil : now
            poll.nextPoll = number % 3 == 0 ? nil : now
            poll.nextPollReason = number % 5 == 0 ? "a \"reason\"" : nil
            poll.lastAnswer = number % 7 == 0 ? nil : "200, \(number) entries"
            book.note(poll, of: FeedKey(url: "https://example.org/\(number)"))
            #expect(PollBook(cursor: JSONCursor(book.text.dropLast())) == book)
            #expect(try PollBook(JSONReader.read(book.text)) == book)
            if number > 40 { book.pauses["host\(number).example"] = now }
        }
        let state = try StateFolder(folder.file("state"), access: .writing)
        let line = "[1,null, 2,null,\"304\"]"
        let other =
            "{ \"pauses\": {\"h\": 5}, \"polls\": {\"00000000000000ff\": \(line), \"x\": 3}, \"version\": 1 }"
        try folder.write(other, to: "state/polls.json")
        let loaded = state.loadPolls()
        #expect(loaded.count == 1 && loaded.pauses == ["h": Timestamp(milliseconds: 5)])
        #expect(
            String(decoding: loaded.text, as: UTF8.self).contains(
                "\"00000000000000ff\":[1,null,2,null,\"304\"]"))
    }

    @Test func `poll times of feeds that are gone are dropped`() {
        var book = PollBook()
        var poll = PollState()
        poll.lastPoll = now
        for name in ["a", "b"] { book.note(poll, of: FeedKey(url: name)) }
        book.note(PollState(), of: FeedKey(url: "c"))
        #expect(book.count == 2)
        book.keepOnly([FeedKey(url: "b")])
        #expect(book.count == 1)
    }

    @Test func `an unchanged answer is no reason to write a marker; validators and failures are`() {
        var before = PollState()
        before.validators.etag = "a"
        var after = before
        after.lastPoll = now
        after.lastSuccess = now
        after.nextPoll = now
        after.lastAnswer = "304"
        #expect(!after.differsDurably(from: before))
        after.validators.etag = "b"
        #expect(after.differsDurably(from: before))
        after = before
        after.failures = 1
        #expect(after.differsDurably(from: before))
    }

    @Test func `names of files are safe whatever they are made of`() {
        func slug(_ text: String) -> String {
            var bytes: [UInt8] = []
            FileName.append(slug: text.utf8.span, to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(slug("Über/../Swift  News!") == "ber-swift-news")
        #expect(slug("日本") == "feed" && slug("") == "feed")
        let (almost, full) = (String(repeating: "a", count: 39), String(repeating: "a", count: 40))
        #expect(slug(almost + " b") == almost && slug(full + " b") == full && slug(almost + "-") == almost)
        #expect(slug(String(repeating: "ab ", count: 50)).utf8.count <= 40)
        for (url, slug) in [
            ("https://Example.org:8080/a/B.xml?x#y", "example-org-8080-a-b-xml"),
            ("https://user:p@ss@example.org/feed#a@b", "example-org-feed"),
            ("file:///srv/feed.xml", "srv-feed-xml"),
            ("nonsense", "nonsense"), ("", "feed"),
        ] {
            let hash = StableHash.hex(StableHash.of(url))
            #expect(MarkerAssignment.fileName(of: FeedKey(name: nil, url: url)) == "\(slug)-\(hash).json")
        }
        #expect(
            StableHash.hex(0x0123_4567_89AB_CDEF) == "0123456789abcdef" && StableHash.hex(9).hasPrefix("000"))
        #expect(FileName.hash(in: "x-00000000000000ff.json") == 255)
        #expect(FileName.hash(in: "x-00000000000000ff.json.damaged") == nil)
        #expect(FileName.hash(in: "x-00000000000000FF.json") == nil)
    }
}
