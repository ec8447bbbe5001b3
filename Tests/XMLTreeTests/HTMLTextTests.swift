import Testing

@testable import XMLTree

struct HTMLTextTests {
    @Test(arguments: [
        ("<p>one</p><p>two</p>", "one two"), ("un<b>believ</b>able", "unbelievable"),
        ("a<br/>b<br>c", "a b c"),
        ("a &amp; b &lt;c&gt; &eacute; &#8217; &#x1F600; &#150;", "a & b <c> é ’ 😀 –"),
        ("&copy=3 &bogus; & x", "&copy=3 &bogus; & x"),
        ("<script>x()</script>y<style>z</style>", "y"), ("1 < 2 and <3", "1 < 2 and <3"),
        ("x<!-- c -->y", "xy"),
        ("  a \u{A0} b\u{2003}c\u{3000}d\n", "a b c d"), ("<a title=\"x > y\">z</a>", "z"),
        ("text <a href=\"http://x", "text"),
        ("if a <b then", "if a"), ("a <name c", "a <name c"), ("<li>a<li>b", "a b"), ("\u{93}q\u{94}", "“q”"),
        ("<blockquote>a</blockquote>b", "a b"), ("<![CDATA[x]]>", "x"),
        ("<![CDATA[a <b>c</b>]]> d]]>", "a c d]]>"), ("<![CDATA[<![CDATA[a]]>]]>", "a"),
        ("<![CDATA[cut", "cut"),
        ("a]]> b", "a]]> b"), ("a<xmp><b>&amp;</b></xmp>b", "a <b>&amp;</b> b"),
        ("<textarea><i>&amp;</textarea>b", "<i>& b"), ("<TITLE>1 <b> 2</Title>c", "1 <b> 2 c"),
        ("<textarea>a<b>c", "ac"), ("<title>a</title><title>b<p>", "a b"),
        ("&#xD83D;&#xDE00; &#55357;&#56832;", "😀 😀"), ("&#xD83D;x&#xDE00;", "\u{FFFD}x\u{FFFD}"),
        ("a<o:p></o:p> b<o:p/>", "a b"), ("a\u{7}b", "a b"),
        ("日本\u{FEFF}語", "日本 語"),
        ("word\u{200B}joined", "word\u{200B}joined"), ("abcdefgh ijklmnop  qrst", "abcdefgh ijklmnop qrst"),
    ])
    func `markup becomes its text`(_ html: String, _ text: String) {
        #expect(HTMLText.plain(html) == text)
    }

    @Test func `no text is nil`() {
        #expect(HTMLText.plain(" <p>&nbsp;</p> ") == nil)
        #expect(HTMLText.folded(" \n") == nil)
    }

    @Test(arguments: [
        "<b>x</b>", "a<br>b", "&eacute;", "x &amp; y", "<img src=x>", "<p>x", "<a href='x'>y", "</b>",
        "<!-- x -->", "<BR/>", "a<o:p></o:p>", "a<o:p/>", "<v:shape id=\"x\">", "<![CDATA[x]]>",
    ])
    func `markup looks like markup`(_ text: String) {
        #expect(HTMLText.looksLikeMarkup(text))
    }

    @Test(arguments: [
        "1 < 2", "use <b> tags", "<name> survives", "AT&T", "a <head> guide", "x > y", "?a=1&copy=2", "<",
        "<o:p>", "<http://e.org/>",
        "std::vector<a::b> = <c>", "<mailto:a@e.org>", "a <![CDATA[ b",
        "&",
    ])
    func `text looks like text`(_ text: String) {
        #expect(!HTMLText.looksLikeMarkup(text))
    }

    @Test func `folding by eight bytes and one by one agree`() {
        var state: UInt64 = 1
        for _ in 0..<2000 {
            var text = ""
            for _ in 0..<40 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += ["a", "b", " ", " ", "\n", "é", "xyz", "\u{A0}", "\u{7F}"][Int(state >> 33) % 9]
            }
            let words = text.split { $0.isWhitespace || $0 == "\u{7F}" }.joined(separator: " ")
            #expect(HTMLText.folded(text) == (words.isEmpty ? nil : words))
        }
    }

    @Test func `a page tells its feeds`() throws {
        let html = """
            <html><head><title>P &amp; Q</title><base href=/b/><link REL="Alternate" type="application/rss+xml" href=f.xml title=News>
            <link rel=stylesheet href=x.css></head><body><a href="g.atom">The <b>feed</b></a><p>unclosed
            """
        let page = try #require(HTMLPage(Array(html.utf8)))
        #expect(page.title == "P & Q")
        #expect(page.base == "/b/")
        #expect(page.links.filter(\.isFeed).map(\.href) == ["f.xml"])
        #expect(page.links.first?.title == "News")
        #expect(page.links.last?.title == "The feed")
        #expect(page.links.last?.element == .anchor)
    }
}
