import Testing

@testable import XMLTree

struct SoupRepairTests {
    private func repaired(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var repair = SoupRepair(bytes.span)
        repair.run(bytes.span)
        return String(decoding: repair.out, as: UTF8.self)
    }

    @Test(arguments: [
        ("<a>x & y</a>", "<a>x &amp; y</a>"),
        ("<a>x &amp; &copy; &bogus; &#233;</a>", "<a>x &amp; © &amp;bogus; é</a>"),
        ("<a>1 < 2</a>", "<a>1 &lt; 2</a>"),
        ("<a b=c d='e\"' d=\"f\" g>x</a>", "<a b=\"c\" d=\"e&quot;\" g=\"g\">x</a>"),
        ("<a><b>x</a>", "<a><b>x</b></a>"),
        ("<a>x</b></a>", "<a>x</a>"),
        ("<a><B>x</b></A>", "<a><B>x</B></a>"),
        ("<a>x", "<a>x</a>"),
        ("<a>x<b c=\"d", "<a>x</a>"),
        ("<a>x</a><b>y</b>", "<a>x</a>"),
        ("<a><![CDATA[<b> & ]]></a>", "<a>&lt;b&gt; &amp; </a>"),
        ("<a>x ]]> y</a>", "<a>x ]]> y</a>"), ("<a><![CDATA[x]]]]><![CDATA[>y]]></a>", "<a>x]]>y</a>"),
        ("<r><li>a<li>b</r>", "<r><li>a</li><li>b</li></r>"),
        ("<a><!-- c -- d -->x</a>", "<a>x</a>"),
        ("<a>\u{0B}x\u{0}</a>", "<a>x</a>"),
        ("<a><x:b/></a>", "<a xmlns:x=\"urn:undeclared:x\"><x:b/></a>"),
        ("<a><dc:b/></a>", "<a xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:b/></a>"),
        ("<a>&#55357;&#56832; &#150;</a>", "<a>😀 –</a>"),
        (
            "<r><item><title>a<item><title>b</title></item></r>",
            "<r><item><title>a</title></item><item><title>b</title></item></r>"
        ),
        ("<r><item><title>a<link>b</link></item></r>", "<r><item><title>a</title><link>b</link></item></r>"),
        (
            "<r><item><description>a<br>b</description></item></r>",
            "<r><item><description>a<br/>b</description></item></r>"
        ),
        ("<br><b>Warning</b>\n<rss><channel/></rss>", "<rss><channel/></rss>"),
    ])
    func `tag soup becomes what its author meant`(_ soup: String, _ wanted: String) {
        let result = repaired(soup).replacing("&gt;", with: ">")
        #expect(result == wanted.replacing("&gt;", with: ">"))
    }

    @Test(arguments: [
        "<a/>", "<a b=\"c\">x</a>", "<!-- c --><a><![CDATA[x]]></a>\n",
        "<?xml version=\"1.0\"?><a xmlns:x=\"y\"><x:b/></a>",
        "<!DOCTYPE a [<!ENTITY e \"f\">]><a>&e;</a>",
    ])
    func `sound documents have no faults`(_ text: String) {
        let bytes = Array(text.utf8)
        var repair = SoupRepair(bytes.span)
        repair.run(bytes.span)
        #expect(repair.isSound)
    }

    @Test func `what comes out is always well-formed`() {
        var state: UInt64 = 3
        let pieces = [
            "<a>", "</a>", "<item>", "</item>", "<title>", "&", "&amp;", "<", ">", "]]>", "<![CDATA[", "x",
            " b=", "\"", "'",
            "<dc:x ", "/>", "<!--", "-->", "<!DOCTYPE a [", "]>", "&#x0;", "<a:b:c d:e:f=\"1\" xmlns:q=\"\">",
            "é", "<é ü='1'>",
        ]
        for _ in 0..<3000 {
            var soup = "<r>"
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                soup += pieces[Int(state >> 33) % pieces.count]
            }
            let bytes = Array(soup.utf8)
            var repair = SoupRepair(bytes.span)
            repair.run(bytes.span)
            guard case .sound = TreeBuilder.build(repair.out.span, visitor: nil) else {
                Issue.record("\(soup) became \(String(decoding: repair.out, as: UTF8.self))")
                return
            }
        }
    }
}
