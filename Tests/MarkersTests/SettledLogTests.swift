import FeedModel
import Host
import TestSupport
import Testing

@testable import Markers

struct SettledLogTests {
    private let folder: TemporaryFolder
    private let state: StateFolder
    private let secret = FeedKey(name: "Notes", url: "https://u:secret@example.org/feed")
    private let other = FeedKey(url: "https://example.org/other")

    init() throws {
        folder = try TemporaryFolder()
        state = try StateFolder(folder.file("state"), access: .writing)
    }

    @Test func `what was delivered is read back by feed, without its address`() throws {
        try state.settled.append([(secret, "one"), (other, "a \"quoted\" id")])
        try state.settled.append([(secret, "two")])
        let deliveries = state.settled.load()
        #expect(deliveries[secret] == ["one", "two"])
        #expect(deliveries[other] == ["a \"quoted\" id"])
        #expect(deliveries[FeedKey(url: secret.url)] == [])
        #expect(
            !String(decoding: try Files.read(folder.file("state/settled.jsonl")), as: UTF8.self).contains(
                "secret"))
    }

    @Test func `a commit takes the lines before it and leaves those that come meanwhile`() throws {
        try state.settled.append([(secret, "one")])
        state.settled.beginCommit()
        try state.settled.append([(secret, "two")])
        #expect(state.settled.load()[secret] == ["one", "two"])
        state.settled.endCommit()
        #expect(state.settled.load()[secret] == ["two"])
    }

    @Test func `a commit that failed keeps its lines until a later one`() throws {
        try state.settled.append([(secret, "one")])
        state.settled.beginCommit()
        try state.settled.append([(secret, "two")])
        state.settled.beginCommit()
        #expect(state.settled.load()[secret] == ["one", "two"])
        state.settled.endCommit()
        state.settled.beginCommit()
        state.settled.endCommit()
        #expect(state.settled.load()[secret] == [])
        #expect(try Files.list(folder.file("state")).allSatisfy { !$0.hasPrefix("settled") })
    }

    @Test func `a cut line is passed over, and nothing is no fault`() throws {
        #expect(state.settled.load()[secret] == [])
        try state.settled.append([(secret, "one"), (secret, "two")])
        var bytes = try Files.read(folder.file("state/settled.jsonl"))
        bytes.removeLast(5)
        try folder.write(String(decoding: bytes, as: UTF8.self), to: "state/settled.jsonl")
        #expect(state.settled.load()[secret] == ["one"])
        state.settled.clear()
        #expect(state.settled.load()[secret] == [])
    }
}
