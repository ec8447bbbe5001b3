import FeedModel
import FeedParsing
import TestSupport
import Testing

/// Damaged fixtures: whatever comes out, it comes out soon, and it is sound.
struct RobustnessTests {
    private func check(_ bytes: [UInt8], _ what: @autoclosure () -> String) {
        guard let feed = try? FeedParser.parse(bytes, url: "http://feed.example/") else { return }
        #expect(feed.entries.allSatisfy { !$0.id.isEmpty }, "\(what())")
        #expect(feed.entries.allSatisfy { $0.title?.contains("\n") != true }, "\(what())")
    }

    @Test(arguments: FixtureTests.all)
    func `a fixture cut at each of 200 places is read or refused`(_ name: String) throws {
        let bytes = try Fixture.bytes(name)
        let cuts = min(200, bytes.count)
        for cut in 0..<cuts {
            check(Array(bytes[..<(bytes.count * cut / cuts)]), "\(name) cut \(cut)")
        }
    }

    @Test(arguments: FixtureTests.all)
    func `a fixture with flipped bytes is read or refused`(_ name: String) throws {
        let bytes = try Fixture.bytes(name)
        guard !bytes.isEmpty else { return }
        var state: UInt64 = 7
        func random() -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33)
        }
        for round in 0..<100 {
            var damaged = bytes
            for _ in 0...(round % 4) {
                damaged[random() % damaged.count] =
                    round % 2 == 0 ? UInt8(random() & 255) : [0x3C, 0x26, 0x22, 0x3E][random() & 3]
            }
            check(damaged, "\(name) flip \(round)")
        }
    }

    @Test func `every complete entry of a cut feed is kept, and the begun one too`() throws {
        let items = (0..<50).map { "<item><title>t\($0)</title><guid>\($0)</guid></item>" }
        let text = "<rss version=\"2.0\"><channel><title>c</title>" + items.joined()
        for complete in [1, 7, 49] {
            let whole = "<rss version=\"2.0\"><channel><title>c</title>" + items[..<complete].joined()
            let cut = Array(text.utf8.prefix(whole.utf8.count + 20))
            let feed = try FeedParser.parse(cut)
            #expect(feed.entries.count == complete + 1)
            #expect(feed.entries[complete - 1].id == "\(complete - 1)")
        }
    }

    @Test(arguments: Fixture.names(in: "fuzz"))
    func `what the fuzzer kept is read or refused`(_ name: String) throws {
        check(try Fixture.bytes("fuzz/\(name)"), name)
    }

    @Test func `a tag of 40,000 attributes is refused at once`() {
        let flood = "<rss " + (0..<40_000).map { "a\($0)=\"1\"" }.joined(separator: " ") + "><channel/></rss>"
        #expect(throws: FeedParsingError.self) { try FeedParser.parse(Array(flood.utf8)) }
    }

    @Test func `a hundred thousand nested tags are flattened`() throws {
        let depth = 100_000
        let deep = String(repeating: "<a>", count: depth) + "x" + String(repeating: "</a>", count: depth)
        let feed = try FeedParser.parse(
            Array(
                "<rss version=\"2.0\"><channel><item><title>t</title><description>\(deep)</description></item></channel></rss>"
                    .utf8))
        #expect(feed.entries.first?.title == "t")
        #expect(feed.entries.first?.summary == "x")
    }

    @Test func `a flood of stray end tags costs no more than its length`() throws {
        let stray = String(repeating: "<b>", count: 20_000) + String(repeating: "</zz>", count: 100_000)
        let feed = try FeedParser.parse(
            Array("<rss><channel><item><title>t</title>\(stray)</item></channel></rss>".utf8))
        #expect(feed.entries.count == 1)
    }

    @Test func `an entity bomb neither hangs nor grows`() throws {
        let feed = try FeedParser.parse(Fixture.bytes("malformed/entity-bomb.xml"))
        #expect(feed.entries.first?.title == "x")
        var text = "<!DOCTYPE rss [<!ENTITY a0 \"lol\">"
        for level in 1...30 { text += "<!ENTITY a\(level) \"&a\(level - 1);&a\(level - 1);\">" }
        text +=
            "]><rss><channel><title>" + String(repeating: "&a30;", count: 1000) + "</title></channel></rss>"
        let bomb = try FeedParser.parse(Array(text.utf8))
        #expect(bomb.title?.utf8.count ?? 0 <= 1 << 19)
    }

    @Test func `a bomb of references that come to nothing is cut as well`() throws {
        let value = String(repeating: "&e;", count: 2000)
        let uses = String(repeating: "&a;", count: 2000)
        let text =
            "<!DOCTYPE rss [<!ENTITY e SYSTEM 'x'><!ENTITY a '\(value)'>]><rss><channel><title>y\(uses)&z;</title></channel></rss>"
        // Four million of them would take minutes.
        let feed = try FeedParser.parse(Array(text.utf8))
        #expect(feed.title?.hasPrefix("y") == true)
    }
}
