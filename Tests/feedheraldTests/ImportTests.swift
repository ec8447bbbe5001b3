import FeedModel
import FoundationEssentials
import TestSupport
import Testing

@Suite struct ImportTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Imports a text, checks that the loader takes the result, and gives its feeds.
    private func imported(_ text: String, name: String = "list") throws -> (
        feeds: [JSONValue], errors: String
    ) {
        try folder.write(text, to: name)
        let run = try ProgramRun("import", name, in: folder)
        #expect(run.status == 0, "\(run.errors)")
        try folder.write(run.output, to: "feeds.json")
        let check = try ProgramRun("check", in: folder)
        #expect(check.status == 0, "\(check.errors)")
        let file = try JSONReader.read(Array(run.output.utf8), lenient: true)
        #expect(file["defaults"]?["first"]?.string == "none")
        return (try #require(file["feeds"]?.array), run.errors)
    }

    @Test func `OPML in all its shapes becomes feeds`() throws {
        let list = try imported(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="1.0"><head><title>x</title></head><body>
            <outline text="News"><outline title="World">
              <outline type="rss" text="One" title="Number one" xmlUrl="https://one.example/feed?a=1&amp;b=2"/>
            </outline><outline type="rss" text="Two" XMLURL=" https://two.example/rss " category="/Tech/Swift,plain"/></outline>
            <outline xmlUrl="https://three.example/"/>
            <outline type="rss" text="One again" title="Number one" xmlUrl="https://four.example/"/>
            <outline text="Twice" xmlUrl="https://three.example/"/>
            <outline text="Old" xmlUrl="feed://five.example/x"/>
            <outline text="Bad" xmlUrl="gopher://six.example/"/>
            <outline text="None" type="rss"/>
            <outline type="include" url="https://lists.example/more.opml" text="more"/>
            </body></opml>
            """)
        #expect(
            list.feeds == [
                [
                    "name": "Number one", "url": "https://one.example/feed?a=1&b=2",
                    "tags": ["News", "World"],
                ],
                ["name": "Two", "url": "https://two.example/rss", "tags": ["News", "Tech/Swift", "plain"]],
                ["url": "https://three.example/"],
                ["name": "Number one (2)", "url": "https://four.example/"],
                ["name": "Old", "url": "https://five.example/x"],
            ])
        #expect(list.errors.contains("https://three.example/\" is left out: it stands there already"))
        #expect(list.errors.contains("gopher://six.example/\" is left out"))
        #expect(list.errors.contains("https://lists.example/more.opml is not read"))
        #expect(list.errors.contains("5 feeds taken over from OPML"))
    }

    @Test func `broken OPML still gives its feeds`() throws {
        let list = try imported(
            "<opml><body><outline text='A & B' xmlUrl='https://a.example/?x=1&y=2'><outline xmlUrl='https://b.example/'/></body>"
        )
        #expect(list.feeds.map { $0["url"]?.string } == ["https://a.example/?x=1&y=2", "https://b.example/"])
        #expect(list.feeds[0]["name"]?.string == "A & B")
    }

    @Test func `newsboat's urls become feeds`() throws {
        let list = try imported(
            """
            # my feeds
            https://one.example/feed tech "long tag" "~The first"
            https://two.example/feed !hidden
            "query:Unread:unread = \\"yes\\""
            exec:/usr/bin/fetch something
            filter:/usr/bin/clean:https://three.example/

            """, name: "urls")
        #expect(
            list.feeds == [
                ["name": "The first", "url": "https://one.example/feed", "tags": ["tech", "long tag"]],
                ["url": "https://two.example/feed"],
            ])
        #expect(list.errors.contains("line 4: a query feed is a view of newsboat"))
        #expect(list.errors.contains("line 5: an exec: feed"))
        #expect(list.errors.contains("line 6: a filter: feed"))
    }

    @Test func `what is left out does not count, and an address is no name`() throws {
        let list = try imported(
            """
            <opml><body><outline text='https://a.example/' xmlUrl='https://a.example/'/>
            <outline text='twice' xmlUrl='https://a.example/'/><outline text='bad' xmlUrl='gopher://a/'/></body></opml>
            """)
        #expect(list.feeds == [["url": "https://a.example/"]])
        #expect(list.errors.contains("1 feed taken over from OPML"))
    }

    /// The whole files as these programs write them.
    @Test(arguments: [
        ("rss2email.cfg", 3, ["debian-news has a receiver", "mail went to ada@example.org"]),
        (
            "newsboat-urls", 5,
            ["a query feed is", "an exec: feed is", "a filter: feed runs", "stands there already"]
        ),
        ("sfeedrc", 6, ["\"$name\" uses a shell variable", "inside other shell code"]),
        ("miniflux.opml", 3, []),
    ])
    func `a file of another program is taken over and passes the check`(
        file: String, count: Int, remarks: [String]
    ) throws {
        let folder = try TemporaryFolder()
        let run = try ProgramRun("import", Fixture.path("lists/\(file)"), in: folder)
        #expect(run.status == 0)
        #expect(run.errors.contains("\(count) feeds taken over from "))
        for remark in remarks { #expect(run.errors.contains(remark), "\(run.errors)") }
        try folder.write(run.output, to: "feeds.json")
        let check = try ProgramRun("check", in: folder)
        #expect(check.status == 0, "\(check.errors)")
        #expect(check.output.contains("\(count) feeds, 1 sink, no faults"))
        try folder.write(try ProgramRun("export", in: folder).output, to: "back.opml")
        let back = try ProgramRun("import", "back.opml", in: folder)
        func names(_ text: String) throws -> [JSONValue?] {
            try (JSONReader.read(Array(text.utf8), lenient: true)["feeds"]?.array ?? []).flatMap {
                [$0["name"], $0["url"], $0["tags"]]
            }
        }
        #expect(try names(back.output) == names(run.output))
    }

    @Test func `rss2email's configuration becomes feeds`() throws {
        let list = try imported(
            """
            [DEFAULT]
            from = bot@example.org
            to = ada@example.org
            header =
                    url = https://wrong.example/
            [feed.one]
            url = https://one.example/feed
            [feed.two]
            url = https://two.example/100%%25
            active = False
            to = other@example.org
            [feed.three]
            active = True
            """, name: "rss2email.cfg")
        #expect(
            list.feeds == [
                ["name": "one", "url": "https://one.example/feed"],
                ["name": "two", "url": "https://two.example/100%25", "paused": true],
            ])
        #expect(list.errors.contains("mail went to ada@example.org: add an email sink"))
        #expect(list.errors.contains("two has a receiver of its own: other@example.org"))
        #expect(list.errors.contains("the feed \"three\" has no url"))
    }

    @Test func `an sfeedrc becomes feeds without being run`() throws {
        let list = try imported(
            """
            #sfeedpath="$HOME/.sfeed/feeds"
            feeds() {
            \t# feed <name> <feedurl> [basesiteurl] [encoding]
            \tfeed "codemadness" "https://www.codemadness.org/atom_content.xml"
            \tfeed 'It''s' https://two.example/ "https://two.example" "iso-8859-1"
            \tfeed "three" \\
            \t    "https://three.example/"; feed four https://four.example/
            \tfeed "mine" "$BASE/feed"
            \tfor x in a b; do feed $x; done
            \ttouch /should-not-exist
            }
            """, name: "sfeedrc")
        #expect(
            list.feeds.map { $0["name"]?.string } == ["codemadness", "Its", "three", "four"])
        #expect(list.feeds[2]["url"]?.string == "https://three.example/")
        #expect(list.errors.contains("uses a shell variable"))
    }

    @Test func `what is no list is refused`() throws {
        try folder.write("hello there", to: "letter")
        let run = try ProgramRun("import", "letter", in: folder)
        #expect(run.status == 65)
        #expect(run.errors.contains("no list of feeds (known: OPML"))
        #expect(run.output.isEmpty)
        #expect(try ProgramRun("import", "missing", in: folder).status == 66)
    }

    @Test func `five thousand outlines take less than a second and survive the way back`() throws {
        let outlines = (0..<5000).map { index in
            "<outline text=\"Folder \(index / 10)\"><outline type=\"rss\" text=\"Feed \(index) &amp; more\" xmlUrl=\"https://example.org/\(index)?a=1&amp;b=2\"/></outline>"
        }
        try folder.write("<opml version=\"2.0\"><body>\(outlines.joined())</body></opml>", to: "big.opml")
        let clock = ContinuousClock()
        var run: ProgramRun?
        let time = try clock.measure { run = try ProgramRun("import", "big.opml", in: folder) }
        // The debug build of a busy machine; the release build is measured by Benchmarks.
        #expect(time < .seconds(10))
        try folder.write(try #require(run).output, to: "feeds.json")
        let export = try ProgramRun("export", in: folder)
        try folder.write(export.output, to: "back.opml")
        let again = try ProgramRun("import", "back.opml", in: folder)
        #expect(again.output.replacing("\"Folder", with: "\"Folder") == run?.output)
    }

    @Test func `export keeps names, tags and odd characters, and leaves out secrets`() throws {
        try folder.write(
            #"""
            {"feeds": [{"name": "A <b> & \"c\"", "url": "https://one.example/?a=1&b=2", "tags": ["x, y", "z"]},
                       "https://ada:secret@two.example/", {"url": "https://three.example/?token=abcdef", "name": "T"}]}
            """#, to: "feeds.json")
        let run = try ProgramRun("export", in: folder)
        #expect(run.status == 0)
        #expect(!run.output.contains("secret") && !run.output.contains("abcdef"))
        #expect(run.errors.contains("https://***@two.example/ is left out"))
        let back = try imported(run.output)
        #expect(
            back.feeds == [
                ["name": "A <b> & \"c\"", "url": "https://one.example/?a=1&b=2", "tags": ["x y", "z"]]
            ])
    }
}
