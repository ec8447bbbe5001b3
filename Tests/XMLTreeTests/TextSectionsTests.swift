import Testing

@testable import XMLTree

struct TextSectionsTests {
    private let filler = "Long enough to be worth a section of its own, I think. "

    private func written(_ text: String) -> String {
        var out: [UInt8] = []
        var sections = unsafe TextSections { chunk in
            out += unsafe Array(chunk)
            return true
        }
        sections.run(Array(text.utf8).span)
        return String(decoding: out, as: UTF8.self)
    }

    @Test func `long text with references becomes a section`() {
        #expect(
            written("<a>\(filler)&lt;b&gt; &amp;amp; &quot;&apos;</a>")
                == "<a><![CDATA[\(filler)<b> &amp; \"']]></a>")
        #expect(written("<a>\(filler)é</a>") == "<a><![CDATA[\(filler)é]]></a>")
    }

    @Test func `other references stay between the sections`() {
        #expect(
            written("<a>\(filler)&nbsp;&#8217;é&lt;</a>")
                == "<a><![CDATA[\(filler)]]>&nbsp;&#8217;<![CDATA[é<]]></a>")
    }

    @Test func `short text, plain text and text that needs the parser's care stay as they are`() {
        for text in [
            "&lt;b&gt;", filler, filler + "&amp;\r\n", filler + "&amp;]]>", filler + "&amp;]]&gt;",
            filler + "&amp;]",
            filler + "& more", filler + "&",
        ] {
            let read = written("<a>\(text)</a>").replacing("<![CDATA[\(filler)]]>", with: filler)
            #expect(read == "<a>\(text)</a>")
        }
    }

    @Test func `markup is not touched`() {
        let inside = filler + "é &amp; &lt; "
        for text in [
            "<a b='\(inside)>'/>", "<!-- \(inside) <a> -->", "<?a \(inside) <?>", "<![CDATA[\(inside)<a>]]>",
            "<a b=\"\(inside)", "<!-- \(inside)", "<![CDATA[\(inside)", "<a \(inside)",
        ] { #expect(written(text) == text) }
    }

    @Test func `a document larger than a chunk arrives whole`() {
        let items = (0..<3000).map { "<item>\($0) \(filler)é &lt;&amp;&#233;</item>" }
        let sections = (0..<3000).map { "<item><![CDATA[\($0) \(filler)é <&]]>&#233;</item>" }
        #expect(written("<a>" + items.joined() + "</a>") == "<a>" + sections.joined() + "</a>")
        let large = String(repeating: filler, count: 4000)
        #expect(written("<a>\(large)&amp;</a>") == "<a>\(large)&amp;</a>")
    }

    @Test func `nothing is handed over once the taker has enough`() {
        var calls = 0
        var sections = unsafe TextSections { _ in
            calls += 1
            return false
        }
        sections.run(Array(("<a>" + String(repeating: filler, count: 9000)).utf8).span)
        #expect(calls == 1)
    }

    @Test(arguments: [
        "<a>%</a>", "<a>%&amp;&lt;x&gt;</a>", "<a>é %&#10;&#x20AC;</a>", "<a>%&amp;\r\n%\r%</a>",
        "<a>%&amp;<b>%é</b>%ü</a>",
        "<a><![CDATA[%]]>%&gt;<![CDATA[]]>é%</a>", "<a b='%&amp;é'>&amp;%</a>",
    ])
    func `a document reads the same as with the repair, which takes no sections`(_ pattern: String) throws {
        let text = pattern.replacing("%", with: filler)
        let strict = try #require(try XMLDocument.parse(Array(text.utf8)).root)
        var repair = SoupRepair(Array(text.utf8).span)
        repair.run(Array(text.utf8).span)
        guard case .sound(let document) = TreeBuilder.build(repair.out.span, visitor: nil, recovering: true)
        else {
            Issue.record("the repaired document does not read")
            return
        }
        #expect(strict.text == document.root?.text)
    }

    @Test(arguments: ["\u{1}", "\u{1F}", "\u{FFFE}", "\u{FFFF}"])
    func `sections keep the same faults`(_ fault: String) throws {
        for text in ["\(filler)\(fault)", "\(fault)\(filler)", "\(filler)é\(filler)\(fault)"] {
            #expect(try !XMLDocument.parse(Array("<a><![CDATA[\(text)]]></a>".utf8)).isWellFormed)
        }
        let sound = "\(filler)\u{FFFD}\u{FF0C}\t\n<&]] >"
        let document = try XMLDocument.parse(Array("<a>x<![CDATA[\(sound)]]>y</a>".utf8))
        #expect(document.isWellFormed && document.root?.text == "x\(sound)y")
    }

    @Test func `long text goes to the tree beside the parser, after all that came before it`() {
        var out: [String] = []
        var sections = unsafe TextSections(
            { chunk in
                out.append(unsafe String(decoding: chunk, as: UTF8.self))
                return true
            },
            text: { text in
                guard unsafe !text.starts(with: "no".utf8) else { return false }
                out.append("[" + (unsafe String(decoding: text, as: UTF8.self)) + "]")
                return true
            })
        let text = "<a>\(filler)&lt;b&gt;é<c><![CDATA[\(filler)<d>]]></c>no \(filler)é<e/>\(filler)&x;</a>"
        sections.run(Array(text.utf8).span)
        #expect(
            out == [
                "<a>", "[\(filler)<b>é]", "<c>", "[\(filler)<d>]", "</c>",
                "<![CDATA[no \(filler)é]]><e/><![CDATA[\(filler)]]>&x;</a>",
            ])
    }

    @Test(arguments: ["\u{1}", "\u{FFFE}", "& ", "&lt", "]]>", "&#1;"])
    func `characters that XML forbids stay faults`(_ fault: String) throws {
        let text = "<a>é \(filler)\(fault)&amp;</a>"
        #expect(try !XMLDocument.parse(Array(text.utf8)).isWellFormed)
        #expect(try XMLDocument.parse(Array("<a>é \(filler)&amp;</a>".utf8)).isWellFormed)
    }
}
