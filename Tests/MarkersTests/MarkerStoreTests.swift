import FeedModel
import Host
import TestSupport
import Testing

@testable import Markers

struct MarkerStoreTests {
    private let folder: TemporaryFolder
    private let store: MarkerStore
    private let key = FeedKey(name: "Notes", url: "https://example.org/feed")

    init() throws {
        folder = try TemporaryFolder()
        try Files.makeFolder(folder.file("markers"))
        store = MarkerStore(folder: folder.file("markers"), isReadOnly: false)
    }

    private func marker(_ key: FeedKey, newest: Int64 = 1_780_000_000) -> Marker {
        var marker = Marker(key: key)
        marker.newestPublished = Timestamp(seconds: newest)
        return marker
    }

    @Test func `a committed marker is loaded again, whole or its head`() throws {
        try store.assign([key])
        #expect(try !store.load(key).isStored)
        #expect(store.head(key) == nil)
        try store.commit([marker(key)])
        #expect(try store.load(key).marker == marker(key))
        #expect(store.head(key)?.newestPublished == Timestamp(seconds: 1_780_000_000))
        #expect(try folder.list("markers").map { $0.hasPrefix("notes-") && $0.hasSuffix(".json") } == [true])
    }

    @Test func `many markers are committed together`() throws {
        let keys = (0..<20).map { FeedKey(url: "https://example.org/\($0)") }
        try store.commit(keys.map { marker($0) })
        #expect(try folder.list("markers").count == 20)
        for key in keys { #expect(try store.load(key).isStored) }
    }

    @Test func `a renamed feed and one with another URL keep their memory`() throws {
        try store.assign([key])
        try store.commit([marker(key)])
        let renamed = FeedKey(name: "My notes", url: key.url)
        try store.assign([renamed])
        #expect(try store.load(renamed).marker.newestPublished != nil)
        try store.commit([marker(renamed)])
        let moved = FeedKey(name: "My notes", url: "https://example.net/other")
        try store.assign([moved])
        #expect(try store.load(moved).marker.newestPublished != nil)
        #expect(try folder.list("markers").count == 1)
    }

    @Test func `a feed that takes another's name does not take its memory while that one has its URL`() throws
    {
        let other = FeedKey(name: "Other", url: "https://example.org/other")
        try store.assign([key, other])
        try store.commit([marker(key, newest: 1000), marker(other, newest: 2000)])
        let swapped = [FeedKey(name: "Other", url: key.url), FeedKey(name: "Notes", url: other.url)]
        try store.assign(swapped)
        #expect(try store.load(swapped[0]).marker.newestPublished == Timestamp(seconds: 1000))
        #expect(try store.load(swapped[1]).marker.newestPublished == Timestamp(seconds: 2000))
        let newcomer = FeedKey(name: "Notes", url: "https://example.org/third")
        try store.assign([FeedKey(name: "First", url: key.url), newcomer])
        #expect(try !store.load(newcomer).isStored)
    }

    @Test func `feeds with one URL and two names have a marker each`() throws {
        let twins = [FeedKey(name: "All", url: key.url), FeedKey(name: "Some", url: key.url)]
        try store.assign(twins)
        try store.commit([marker(twins[0], newest: 1), marker(twins[1], newest: 2)])
        #expect(try folder.list("markers").count == 2)
        #expect(try store.load(twins[1]).marker.newestPublished == Timestamp(seconds: 2))
    }

    @Test(arguments: ["", "{", "[]", "{\"version\":3}", "{\"version\":2,\"outbox\":1}"])
    func `a damaged marker is told once and set aside, and its feed starts silently`(text: String) throws {
        try store.assign([key])
        try folder.write(text, to: "markers/" + name)
        let loaded = try store.load(key)
        let damage = try #require(loaded.damage)
        #expect(damage.stage == .markers)
        #expect(damage.hint?.contains(".damaged") == true)
        #expect(loaded.marker.startsSilently)
        #expect(try folder.read("markers/" + name + ".damaged") == text)
        let again = try store.load(key)
        #expect(again.damage == nil)
        #expect(again.marker.startsSilently)
    }

    private var name: String { MarkerAssignment.fileName(of: key) }

    @Test func `a read-only store tells of damage and changes nothing`() throws {
        try folder.write("{", to: "markers/" + name)
        let reader = MarkerStore(folder: folder.file("markers"), isReadOnly: true)
        #expect(try reader.load(key).damage != nil)
        #expect(try folder.list("markers") == [name])
    }

    @Test func `foreign files are left alone`() throws {
        let foreign = ["notes.txt", "x.json", "notes-0123456789abcdeg.json", ".hidden"]
        for name in foreign { try folder.write("mine", to: "markers/" + name) }
        try store.assign([key, FeedKey(name: "x", url: "https://example.org/x")])
        try store.commit([marker(key)])
        for name in foreign { #expect(try folder.read("markers/" + name) == "mine") }
    }

    @Test func `a marker that cannot be read is not taken for nothing seen`() throws {
        try Files.makeFolder(store.path(of: key))
        #expect(throws: StateError.self) { try store.load(key) }
    }

    @Test func `a folder that cannot be written is told as such`() throws {
        let lost = MarkerStore(folder: folder.file("nowhere"), isReadOnly: false)
        let error = #expect(throws: StateError.self) { try lost.commit([marker(key)]) }
        #expect(error?.failure.stage == .markers)
    }

    @Test func `a full disk is told with what happens next, and the old marker stays`() throws {
        let full = StateError.unusable(HostError("write", path: "/state/x", code: 28))
        #expect(full.failure.message.contains("/state/x"))
        #expect(full.failure.hint?.contains("deliveries are held") == true)
    }

    @Test func `a forgotten feed is unknown`() throws {
        try store.commit([marker(key)])
        try store.remove(key)
        #expect(try !store.load(key).isStored)
        try store.remove(key)
    }

    @Test func `a head longer than a page is still read`() throws {
        var long = marker(key)
        long.poll.validators.etag = String(repeating: "x", count: 9000)
        try store.commit([long])
        #expect(store.head(key)?.poll.validators.etag?.count == 9000)
    }
}
