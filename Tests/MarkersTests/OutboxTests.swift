import FeedModel
import TestSupport
import Testing

@testable import Markers

struct OutboxTests {
    private let feed = FeedReference(name: "Notes", url: "https://example.org/feed")
    private let start = Timestamp(seconds: 1_780_000_000)

    private func outbox(_ ids: [String], sinks: [String] = ["phone", "hook"]) -> Outbox {
        var outbox = Outbox()
        for id in ids {
            outbox.owe(.init(entry: Entry(id: id), kind: .new), feed: feed, sinks: sinks, at: start)
        }
        return outbox
    }

    private func ids(_ outbox: Outbox, _ sink: String, at time: Timestamp? = nil, limit: Int = 10) -> [String]
    {
        outbox.due(for: sink, at: time ?? start, limit: limit).map(\.entry.id)
    }

    @Test func `what is owed is due for each sink, first in, first out`() {
        let outbox = outbox(["a", "b", "c"])
        #expect(outbox.count == 6)
        #expect(ids(outbox, "phone") == ["a", "b", "c"])
        #expect(ids(outbox, "hook", limit: 1) == ["a"])
        #expect(ids(outbox, "other").isEmpty)
        #expect(outbox.sinks == ["phone", "hook"])
    }

    @Test func `a settled delivery goes, and its entry with the last one`() {
        var outbox = outbox(["a"])
        for sink in ["phone", "hook"] {
            let id = outbox.due(for: sink, at: start)[0].id
            let hasBegun = outbox.begin(id)
            let refusal = outbox.settle(id, .delivered, at: start)
            #expect(hasBegun && refusal == nil)
        }
        #expect(outbox.isEmpty)
    }

    @Test func `what waits aside holds nobody and is due again at its time, first of all`() throws {
        var outbox = outbox(["a", "b", "c"])
        let later = start + .seconds(60)
        for _ in 0..<2 {
            let id = outbox.due(for: "phone", at: start)[0].id
            outbox.begin(id)
            outbox.settle(id, .aside(until: later, reason: "one device waits"), at: start)
        }
        #expect(ids(outbox, "phone") == ["c"])
        #expect(outbox.nextDue(for: "phone") == start)
        outbox.hasten("phone")
        #expect(ids(outbox, "phone") == ["c"])
        #expect(ids(outbox, "phone", at: later) == ["a", "b", "c"])
        #expect(outbox.due(for: "phone", wave: nil, limit: 9).map(\.entry.id) == ["c"])
        #expect(outbox.due(for: "phone", wave: later, limit: 9).map(\.entry.id) == ["a", "b"])
    }

    @Test func `what waits for mended settings is due once that is lifted`() {
        var outbox = outbox(["a", "b"])
        for sink in ["phone", "hook"] {
            let id = outbox.due(for: sink, at: start)[0].id
            outbox.begin(id)
            outbox.settle(id, .suspended(until: start + .seconds(3600), reason: "wrong topic"), at: start)
            #expect(ids(outbox, sink).isEmpty && outbox[id]?.isSuspended == true)
        }
        outbox.lift("phone")
        #expect(ids(outbox, "phone") == ["a", "b"] && ids(outbox, "hook").isEmpty)
        outbox.lift()
        #expect(ids(outbox, "hook") == ["a", "b"])
    }

    @Test func `what is being sent is neither due again nor overtaken`() {
        var outbox = outbox(["a", "b"])
        let id = outbox.due(for: "phone", at: start)[0].id
        let tries = [outbox.begin(id), outbox.begin(id)]
        #expect(tries == [true, false])
        #expect(ids(outbox, "phone").isEmpty)
        #expect(outbox.nextDue(for: "phone") == nil)
        #expect(ids(outbox, "hook") == ["a", "b"])
    }

    @Test func `a failed try waits for its time and holds those behind it`() {
        var outbox = outbox(["a", "b"])
        let id = outbox.due(for: "phone", at: start)[0].id
        let later = start + .seconds(60)
        outbox.begin(id)
        let refusal = outbox.settle(id, .retry(at: later, reason: "HTTP 503"), at: start)
        #expect(refusal == nil)
        #expect(ids(outbox, "phone").isEmpty)
        #expect(outbox.nextDue(for: "phone") == later)
        #expect(ids(outbox, "phone", at: later) == ["a", "b"])
        #expect(outbox[id]?.attempts == 1)
        #expect(outbox[id]?.failure == "HTTP 503")
        outbox.hasten("phone")
        #expect(ids(outbox, "phone") == ["a", "b"])
    }

    @Test func `a refused announcement goes and lets the next one pass`() throws {
        var outbox = outbox(["a", "b"])
        let id = outbox.due(for: "phone", at: start)[0].id
        let settled = outbox.settle(id, .refused(reason: "HTTP 400"), at: start)
        let refusal = try #require(settled)
        #expect(refusal.reason == "HTTP 400")
        #expect(refusal.announcement.entry.id == "a")
        #expect(ids(outbox, "phone") == ["b"])
    }

    @Test func `a try that fails after three days is the last one`() throws {
        var outbox = outbox(["a"])
        let id = outbox.due(for: "phone", at: start)[0].id
        let late = start + .seconds(3 * 86_400)
        let before = outbox.settle(id, .retry(at: late, reason: "HTTP 503"), at: late - .seconds(1))
        #expect(before == nil)
        let settled = outbox.settle(id, .retry(at: late, reason: "HTTP 503"), at: late)
        let refusal = try #require(settled)
        #expect(refusal.reason == "given up after 3 days: HTTP 503")
        #expect(refusal.attempts == 2)
        #expect(outbox.count(for: "phone") == 0)
        #expect(outbox.count(for: "hook") == 1)
    }

    @Test func `what was refused can be owed again under its old id, once`() throws {
        var outbox = outbox(["a"], sinks: ["phone"])
        let id = outbox.due(for: "phone", at: start)[0].id
        let settled = outbox.settle(id, .refused(reason: "HTTP 400"), at: start)
        let refusal = try #require(settled)
        let later = start + .seconds(5 * 86_400)
        outbox.owe(again: refusal, at: later)
        outbox.owe(again: refusal, at: later)
        #expect(outbox.due(for: "phone", at: later, limit: 5).map(\.id) == [id])
        let again = outbox.settle(id, .retry(at: later, reason: "HTTP 503"), at: later)
        #expect(again == nil)
    }

    @Test func `owing the same entry twice owes it once, another version of it again`() {
        var outbox = outbox(["a"])
        outbox.owe(.init(entry: Entry(id: "a"), kind: .new), feed: feed, sinks: ["phone"], at: start)
        #expect(outbox.count == 2)
        outbox.owe(
            .init(entry: Entry(id: "a"), kind: .update, version: "2"), feed: feed, sinks: ["phone"], at: start
        )
        #expect(outbox.count == 3)
    }

    @Test func `nothing is stored for an entry that no sink wants`() {
        #expect(outbox(["a"], sinks: []).isEmpty)
    }

    @Test func `sinks that are gone from feeds json lose what is owed to them`() {
        var outbox = outbox(["a", "b"])
        let dropped = outbox.keepOnly(sinks: ["hook"])
        #expect(dropped.map(\.entry.id) == ["a", "b"])
        #expect(outbox.sinks == ["hook"])
        let rest = outbox.keepOnly(sinks: ["hook"])
        #expect(rest.isEmpty)
    }

    @Test func `an id that is not owed changes nothing`() {
        var outbox = outbox(["a"])
        let before = outbox
        let hasBegun = outbox.begin("none")
        let refusal = outbox.settle("none", .delivered, at: start)
        #expect(!hasBegun && refusal == nil && outbox == before)
    }

    @Test func `the oldest announcement of a sink and the next moment are known`() {
        var outbox = outbox(["a"], sinks: ["phone"])
        outbox.owe(
            .init(entry: Entry(id: "b"), kind: .new), feed: feed, sinks: ["mail"], at: start + .seconds(5))
        #expect(outbox.oldest(for: "mail") == start + .seconds(5))
        #expect(outbox.oldest(for: "none") == nil)
        #expect(outbox.nextDue == start)
    }
}
