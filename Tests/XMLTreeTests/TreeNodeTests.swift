import Testing

@testable import XMLTree

struct TreeNodeTests {
    private func root(_ text: String) throws -> TreeNode {
        try #require(try XMLDocument.parse(Array(text.utf8)).root)
    }

    @Test func `names, namespaces and children are seen`() throws {
        let node = try root("<a xmlns='urn:1' xmlns:p='urn:2'>t<b/><!-- c --><p:c/>u<b/></a>")
        #expect(node.name == "a")
        #expect(node.namespace == "urn:1")
        #expect(node.children.map(\.name) == ["b", "c", "b"])
        #expect(node.child("c", in: "urn:2")?.prefix == "p")
        #expect(node.child("c", in: "urn:1") == nil)
        #expect(node.declaredNamespaces == ["urn:1", "urn:2"])
        #expect(node.children.first { _ in true }?.parent?.name == "a")
        #expect(try root("<a/>").namespace == nil)
    }

    @Test func `text joins all character data below`() throws {
        let node = try root("<a>x<b>y<![CDATA[<z>]]></b> &amp; w</a>")
        #expect(node.text == "xy<z> & w")
        #expect(node.withText { $0.count } == 9)
        #expect(node.hasChildren)
        #expect(try root("<a> \n</a>").isBlank)
        #expect(try root("<a/>").text.isEmpty)
    }

    @Test func `attributes are found whatever their case, unprefixed ones first`() throws {
        let node = try root(
            "<a xmlns:x='urn:x' x:href='1' HREF='2' xml:lang='de' other='&lt;&#10;'><b xml:base='c/'/></a>")
        #expect(node.attribute("href") == "2")
        #expect(node.attribute("lang") == nil)
        #expect(node.xmlAttribute("lang") == "de")
        #expect(node.attribute("other") == "<\n")
        #expect(node.attributes.count == 4)
        #expect(node.children.first { _ in true }?.language == "de")
        #expect(node.children.first { _ in true }?.bases == ["c/"])
    }

    @Test func `markup is written as HTML`() throws {
        let node = try root(
            "<a xmlns:h='http://www.w3.org/1999/xhtml'><h:p class='x \"y\"'>1 &lt; 2<br/></h:p><i/></a>")
        #expect(node.innerMarkup == "<p class=\"x &quot;y&quot;\">1 &lt; 2<br></p><i></i>")
        #expect(
            try root("<a><p>one</p><p>tw<b>o</b></p><style>x</style> &lt;p&gt;</a>").plainText
                == "one two <p>")
    }

    @Test func `a node keeps its document alive`() throws {
        var node: TreeNode? = try root("<a><b>text</b></a>").children.first { _ in true }
        for _ in 0..<100 { _ = try root("<z>" + String(repeating: "<y/>", count: 50) + "</z>") }
        #expect(node?.text == "text")
        node = nil
    }

    @Test func `an empty document and one without elements are told apart`() {
        #expect(throws: XMLError(.empty, "the document is empty")) {
            try XMLDocument.parse(Array(" \n".utf8))
        }
        #expect(throws: XMLError(.noElement, "it has no element")) {
            try XMLDocument.parse(Array("hello".utf8))
        }
    }

    private final class Visitor: EntryVisitor {
        var seen: [String] = []
        var begins = 0
        func begin() {
            begins += 1
            seen = []
        }
        func visit(_ entry: TreeNode) { seen.append(entry.text) }
    }

    @Test func `entries are handed over one by one and leave the tree`() throws {
        let visitor = Visitor()
        let text =
            "<rss><channel>" + (0..<100).map { "<item>\($0)</item>\n " }.joined()
            + "<title>t</title></channel></rss>"
        let document = try XMLDocument.parse(Array(text.utf8), visitor: visitor)
        #expect(visitor.seen == (0..<100).map(String.init))
        #expect(document.root?.child("channel")?.children.map(\.name) == ["title"])
        #expect(document.isWellFormed)
    }

    @Test func `a repair makes the visitor begin anew`() throws {
        let visitor = Visitor()
        let text = "<rss><channel><item>1</item><item>2 & 3</item><item>4<item>5</item></channel></rss>"
        let document = try XMLDocument.parse(Array(text.utf8), visitor: visitor)
        #expect(visitor.seen == ["1", "2 & 3", "4", "5"])
        #expect(visitor.begins == 2)
        #expect(!document.isWellFormed)
    }
}
