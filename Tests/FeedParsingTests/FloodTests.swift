import FeedModel
import FeedParsing
import Testing

/// Documents of one thing over and over, and fields that come after the entries.
struct FloodTests {
    private func feed(_ text: String, url: String? = nil) throws -> Feed {
        try FeedParser.parse(Array(text.utf8), url: url)
    }

    @Test func `of entries that say nothing a hundred are kept, of others all`() throws {
        let empty = String(repeating: "<item/>", count: 5000)
        let items = (0..<300).map { "<item><title>t\($0)</title></item>" }.joined()
        let feed = try feed("<rss><channel>\(empty)\(items)\(empty)</channel></rss>")
        #expect(feed.entries.count == 400)
        #expect(feed.entries.last?.title == "t299")
    }

    @Test func `links of entries before the channel's are resolved by it, and written ones stay ids`() throws
    {
        let item = "<item><title>a</title><link>/a</link><enclosure url='/a.mp3'/></item>"
        let late = try feed("<rss><channel>\(item)<link>http://s.example/x/</link></channel></rss>")
        #expect(late.entries.first?.link == "http://s.example/a")
        #expect(late.entries.first?.enclosures.first?.url == "http://s.example/a.mp3")
        let none = try feed("<rss><channel>\(item)</channel></rss>")
        #expect(none.entries.first?.link == nil)
        #expect(none.entries.first?.id == "/a")
        let known = try feed(
            "<rss><channel>\(item)<link>http://s.example/</link></channel></rss>", url: "http://u.example/f")
        #expect(known.entries.first?.link == "http://u.example/a")
    }

    @Test func `the feed's author stands in wherever it comes`() throws {
        let feed = try feed(
            "<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>1</id></entry>"
                + "<entry><id>2</id><author><name>B</name></author></entry><author><name>A</name></author></feed>"
        )
        #expect(feed.entries.map(\.author) == ["A", "B"])
    }

    @Test(arguments: [
        String(repeating: "<b>", count: 50_000) + String(repeating: "</b>", count: 50_000),
        String(repeating: "<c>", count: 5000) + String(repeating: "<entry>", count: 100_000),
        String(repeating: "<media:group><media:title>", count: 50_000),
        String(repeating: "<itunes:category>", count: 50_000), String(repeating: "<!-- >", count: 100_000),
        String(repeating: "<?x >", count: 100_000), String(repeating: "<![CDATA[", count: 100_000),
        String(repeating: "</rss></channel>", count: 50_000),
        String(repeating: "<!DOCTYPE x>", count: 50_000),
    ])
    func `a flood inside an item costs no other entry`(_ flood: String) throws {
        let feed = try feed(
            "<rss><channel><title>c</title><item><title>a</title></item><item>\(flood)</item></channel></rss>"
        )
        #expect(feed.title == "c")
        #expect(feed.entries.first?.title == "a")
    }
}
