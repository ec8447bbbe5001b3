import Testing

@testable import Markers

struct LinkKeyTests {
    @Test(arguments: [
        ("https://www.example.org/a/b/", "http://example.org/a/b"),
        ("https://example.org/a?utm_source=x&id=3", "http://m.example.org:80/a?id=3"),
        ("https://example.org/a?b=1&a=2", "https://EXAMPLE.org/a?a=2&b=1"),
        ("https://example.org/a/index.html", "https://example.org/a"),
        ("https://example.org/a.html", "https://example.org/a"),
        ("https://example.org/a;jsessionid=12?sid=9", "https://example.org/a"),
        ("https://example.org/a#7", "https://example.org/a"),
        ("https://example.org/a#xtor=RSS-1", "https://example.org/a"),
        ("https://u:p@example.org/a/amp/", "https://example.org/a"),
        ("https://example.org/a?x=1&amp;y=2", "https://example.org/a?y=2&x=1"),
        ("//example.org/a", "https://example.org/a"),
    ]) func `links that differ in nothing telling are one`(left: String, right: String) {
        #expect(LinkKey(left) == LinkKey(right))
    }

    @Test(arguments: [
        ("https://example.org/a", "https://example.org/b"),
        ("https://example.org/?p=1", "https://example.org/?p=2"),
        ("https://example.org/log#v1.2", "https://example.org/log#v1.3"),
        ("https://a.org/x", "https://b.org/x"),
        ("https://example.org/A", "https://example.org/a"),
    ]) func `links that differ in something telling are two`(left: String, right: String) {
        #expect(LinkKey(left) != LinkKey(right))
    }

    @Test func `a slug is the last telling segment`() {
        #expect(LinkKey("https://example.org/2026/My-Post.html").slug == "my-post")
        #expect(LinkKey("https://example.org/2026/12345").slug == "12345")
        #expect(LinkKey("https://example.org/2026/7").slug == nil)
        #expect(LinkKey("https://example.org/").slug == nil)
        #expect(LinkKey("").whole == "/")
    }

    @Test func `ids that are addresses or tags have a part without host, others do not`() {
        #expect(LinkKey.path(ofID: "https://example.org/a/b/") == "a/b")
        #expect(LinkKey.path(ofID: "tag:example.org,2008:Repo/7/v1") == "Repo/7/v1")
        #expect(LinkKey.path(ofID: "https://example.org/") == nil)
        #expect(LinkKey.path(ofID: "urn:uuid:1") == nil)
        #expect(LinkKey.path(ofID: "tag:broken") == nil)
    }
}
