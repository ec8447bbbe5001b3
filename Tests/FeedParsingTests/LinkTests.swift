import Testing

@testable import FeedParsing

struct LinkTests {
    /// The examples of RFC 3986 §5.4 against `http://a/b/c/d;p?q`.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"), (";x", "http://a/b/c/;x"), ("", "http://a/b/c/d;p?q"),
        (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
        ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"),
        ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."), ("./../g", "http://a/b/g"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"),
        ("g?y/../x", "http://a/b/c/g?y/../x"), ("g:h", "g:h"),
    ])
    func `a reference resolves as RFC 3986 says`(_ reference: String, _ wanted: String) {
        let base = URLReference("http://a/b/c/d;p?q")
        #expect(URLReference(reference).resolved(against: base).text == wanted)
    }

    @Test func `characters stay as written`() {
        let resolver = LinkResolver(url: "http://a/b/")
        #expect(
            resolver.absolute(Reference(text: "/straße?q=a b|c&copy=1", base: "http://a/b/"))
                == "http://a/straße?q=a b|c&copy=1")
        #expect(resolver.absolute(Reference(text: "HTTP://X/%7e", base: nil)) == "HTTP://X/%7e")
        #expect(resolver.absolute(Reference(text: "http://x/a\n\tb", base: nil)) == "http://x/ab")
    }

    @Test(arguments: ["javascript:alert(1)", "data:text/html,x", "JavaScript:x", "vbscript:x"])
    func `a link that would run is none`(_ text: String) {
        #expect(LinkResolver(url: "http://a/").absolute(Reference(text: text, base: nil)) == nil)
    }

    @Test func `without any base a relative link waits for the channel's`() {
        var resolver = LinkResolver(url: nil)
        #expect(resolver.absolute(Reference(text: "x", base: nil)) == nil)
        resolver.channelLink = "http://site.example/blog/"
        #expect(resolver.absolute(Reference(text: "x", base: nil)) == "http://site.example/blog/x")
        #expect(resolver.absolute(Reference(text: "x", base: "/y/")) == "http://site.example/y/x")
    }

    @Test(arguments: [
        ("ann@x.example (Ann)", "Ann"), ("Ann <ann@x.example>", "Ann"), ("Ann (ann@x.example)", "Ann"),
        ("ann@x.example", "ann@x.example"),
        ("<ann@x.example>", "ann@x.example"), ("\"Ann, B.\" <ann@x.example>", "Ann, B."),
        ("jdoe (John Doe)", "jdoe (John Doe)"),
        ("Ann (the editor)", "Ann (the editor)"), ("mailto:ann@x.example", "ann@x.example"),
        ("ann@x.example ()", "ann@x.example"),
        ("a: b", "a: b"),
    ])
    func `a person's name is told from the address`(_ text: String, _ name: String) {
        #expect(PersonName.of(text) == name)
    }

    @Test func `base64 is read, and what is none is not`() {
        #expect(Base64.decode("PGI+ QjwvYj4g\nJmFtcDsgYw==") == "<b>B</b> &amp; c")
        #expect(Base64.decode("no base 64!") == nil)
        #expect(Base64.decode("/////w==") == nil)
    }
}
