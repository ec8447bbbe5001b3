import FeedModel
import FeedParsing
import TestSupport
import Testing

struct ReaderTests {
    private func feed(_ text: String, url: String? = nil, contentType: String? = nil) throws -> Feed {
        try FeedParser.parse(Array(text.utf8), url: url, contentType: contentType)
    }

    private func item(_ inner: String, _ attributes: String = "") throws -> Entry {
        let text =
            "<rss version='2.0' \(attributes)><channel><title>c</title><item>\(inner)</item></channel></rss>"
        return try #require(try feed(text).entries.first)
    }

    @Test func `an id is the same whatever comes and goes around the entry`() throws {
        let a = "<item><title>a</title><description>x</description></item>"
        let b = "<item><title>b</title><link>http://s.example/b</link></item>"
        let first = try feed("<rss><channel>\(a)\(b)</channel></rss>")
        let second = try feed("<rss><channel><item><title>new</title></item>\(b)\(a)</channel></rss>")
        #expect(first.entries[0].id == second.entries[2].id)
        #expect(first.entries[1].id == "http://s.example/b")
        #expect(first.entries.allSatisfy { $0.isIDMade })
        #expect(try !item("<guid>1</guid>").isIDMade)
    }

    @Test func `a link that several share makes no id`() throws {
        let items = ["a", "b"].map { "<item><title>\($0)</title><link>http://s.example/list</link></item>" }
        let feed = try feed("<rss><channel>\(items.joined())</channel></rss>")
        #expect(Set(feed.entries.map(\.id)).count == 2)
        #expect(feed.entries.allSatisfy { $0.id.hasPrefix("urn:feedherald:") })
    }

    @Test func `an unreadable date is kept as its text and never becomes now`() throws {
        let entry = try item("<pubDate>soon, I hope</pubDate><guid>1</guid>")
        #expect(entry.published == nil)
        #expect(entry.date == nil)
        #expect(entry.unreadableDate == "soon, I hope")
        #expect(
            try item(
                "<pubDate>x</pubDate><dc:date xmlns:dc='http://purl.org/dc/elements/1.1/'>2020-01-01</dc:date>"
            ).unreadableDate == nil)
    }

    @Test func `fields keep to their order of trust`() throws {
        let dc =
            "xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:i='http://www.itunes.com/dtds/podcast-1.0.dtd'"
        let entry = try item(
            "<i:summary>i</i:summary><dc:title>d</dc:title><dc:description>dd</dc:description><description>own</description>"
                + "<title>t</title><dc:date>2020-01-01</dc:date><pubDate>2 Feb 2021</pubDate>", dc)
        #expect(entry.title == "t")
        #expect(entry.summary == "own")
        #expect(entry.published?.rfc3339 == "2021-02-02T00:00:00Z")
        #expect(try item("<i:summary>i</i:summary><dc:description>dd</dc:description>", dc).summary == "dd")
    }

    @Test func `skip hours and the publisher's period are kept`() throws {
        let feed = try feed(Fixture.text("rss/rss091-netscape-dtd.xml"))
        #expect(feed.skipHours == [0, 1])
        #expect(feed.skipDays == [0])
        let ttl = try self.feed("<rss><channel><ttl>x</ttl></channel></rss>")
        #expect(ttl.ttlMinutes == nil)
        #expect(try self.feed("<rss><channel><ttl> 30 </ttl></channel></rss>").ttlMinutes == 30)
    }

    @Test(arguments: [
        ("", FeedParsingError.Kind.empty), (" \n ", .empty), ("hello", .other),
        ("<html><body>x</body></html>", .page),
        ("<!doctype html><p>x", .page), ("<opml/>", .opml), ("<urlset/>", .otherXML),
        ("{\"a\":1}", .otherJSON), ("[1,2]", .otherJSON),
        ("{", .otherJSON), ("<svg xmlns='http://www.w3.org/2000/svg'/>", .otherXML),
        ("<feed xmlns='urn:other'/>", .otherXML),
        (
            "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:f='urn:foaf'><f:Person/></rdf:RDF>",
            .otherXML
        ),
        ("\u{89}PNG\r\n", .other),
    ])
    func `what is no feed is named`(_ text: String, _ kind: FeedParsingError.Kind) {
        if text.hasPrefix("<feed") {
            // Unknown namespaces are taken for the format's own: an Atom feed by name is a feed.
            #expect((try? feed(text))?.format == .atom)
            return
        }
        let error = #expect(throws: FeedParsingError.self) { try feed(text) }
        #expect(error?.kind == kind)
        #expect(error?.message.contains("\n") == false)
    }

    @Test func `a page names the feeds it links to`() throws {
        let error = #expect(throws: FeedParsingError.self) {
            try feed(Fixture.text("malformed/html-page.html"), url: "https://p.example/blog/")
        }
        #expect(error?.feedLinks == ["https://p.example/feed.xml", "https://p.example/atom"])
        #expect(error?.hint?.contains("https://p.example/feed.xml") == true)
    }

    @Test(arguments: [
        "<rss/>", "<rss><channel/></rss>", "<feed xmlns='http://www.w3.org/2005/Atom'/>",
        "<channel><item/></channel>",
    ])
    func `an empty feed is a feed`(_ text: String) throws {
        #expect(try feed(text).entries.count <= 1)
    }

    @Test func `the charset of the header counts`() throws {
        let bytes =
            Array("<rss><channel><title>".utf8) + [0xCF, 0xF0, 0xE8] + Array("</title></channel></rss>".utf8)
        #expect(try FeedParser.parse(bytes, contentType: "text/xml; charset=windows-1251").title == "При")
        #expect(try FeedParser.parse(bytes).title == "Ïðè")
    }

    @Test func `a large feed is read entry by entry`() throws {
        let body = String(repeating: "<p>text &amp;amp; more</p>", count: 200)
        let items = (0..<500).map {
            "<item><title>t\($0)</title><guid>\($0)</guid><description><![CDATA[\(body)]]></description></item>\n"
        }
        let feed = try feed(
            "<rss version='2.0'><channel><link>http://s.example/</link>\(items.joined())<title>late</title></channel></rss>"
        )
        #expect(feed.entries.count == 500)
        #expect(feed.title == "late")
        #expect(feed.entries[499].id == "499")
        #expect(feed.entries[0].summary?.hasPrefix("text &amp; more text") == true)
    }

    @Test func `a post of the X search carries author, link and time`() throws {
        let feed = try feed(Fixture.text("json/x-recent-search.json"))
        let post = try #require(feed.entries.first)
        #expect(feed.format == .xSearch)
        #expect(post.author == "dev (Dev \"the bird\")")
        #expect(post.link == "https://x.com/dev/status/1346889436626259968")
        #expect(post.published?.rfc3339 == "2021-01-06T18:40:40Z")
        #expect(post.title == "Learn how <b> works & why https://t.co/x")
    }
}
