import TestSupport
import Testing

@testable import Transport

@Suite struct URLReferenceTests {
    @Test func `a URL is taken apart`() throws {
        let url = try #require(URLReference("HTTPS://us%20er:p%40w@Example.ORG/a/../b?q=1#f"))
        #expect(url.scheme == "https" && url.host == "example.org" && url.port == 443)
        #expect(url.user == "us er" && url.password == "p@w")
        #expect(!url.text.contains("us%20er") && url.text.hasSuffix("/b?q=1#f"))
        #expect(url.origin == "https://example.org:443" && url.isWeb)
        #expect(URLReference("http://[::1]:8080/x")?.host == "::1")
    }

    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("../g", "http://a/b/g"), ("../../../g", "http://a/g"), ("https://h/x", "https://h/x"),
    ])
    func `references resolve as RFC 3986 says`(reference: String, expected: String) {
        #expect(URLReference("http://a/b/c/d;p?q")?.resolving(reference)?.text == expected)
    }

    @Test(arguments: [
        "", "no scheme", "http://", "http://[zz]/", "http://a:99999/", "//h/x", "/x",
    ])
    func `what is no absolute URL is none`(text: String) {
        #expect(URLReference(text) == nil)
    }

    @Test func `names beyond ASCII are encoded`() {
        #expect(URLReference("http://h/fée d")?.text == "http://h/f%c3%a9e%20d")
    }

    @Test func `file URLs give their path back`() {
        let path = "/tmp/a b/ü#?%.xml"
        #expect(URLReference(URLReference.file(path))?.filePath == path)
        #expect(URLReference("file:///a%00b")?.filePath == nil)
        #expect(URLReference("http://h/x")?.filePath == nil)
    }
}

@Suite struct HeaderFieldsTests {
    @Test func `names match without regard to case and order is kept`() {
        var fields: HeaderFields = ["B": "2", "a": " 1 ", "b": "3"]
        #expect(
            fields["A"] == "1" && fields["b"] == "2" && fields.all("B") == ["2", "3"] && fields["c"] == nil)
        #expect(fields.names == ["B", "a", "b"])
        fields.setDefault("a", "9")
        fields.remove("B")
        #expect(fields.names == ["a"] && fields["a"] == "1")
    }

    @Test func `no value can add a line`() {
        let fields: HeaderFields = ["X": "a\r\nEvil: 1\u{0}", "Y\r\nZ": "b"]
        #expect(fields.names == ["X", "Y  Z"])
        #expect(fields["x"] == "a  Evil: 1")
    }

    @Test func `any bytes survive as Latin-1`() {
        let all = String(
            String.UnicodeScalarView(
                (1...255).filter { $0 != 10 && $0 != 13 }.compactMap { Unicode.Scalar($0) }))
        var fields = HeaderFields()
        fields.append("ETag", latin1: "\"\(all)\"")
        #expect(fields.latin1("etag") == "\"\(all)\"")
    }

    @Test func `folded lines are joined and bare ones ignored`() {
        var fields = HeaderFields()
        for line in [" lost", "A: 1\r\n", "\t 2\r\n", "\r\n", "junk\r\n", "B:\r\n"] {
            fields.append(wire: Array(line.utf8))
        }
        #expect(fields["a"] == "1 2" && fields["b"] == "" && fields["junk"] == nil)
    }
}

@Suite struct FileReadingTests {
    @Test func `a file is read whole and unchanged ones answer 304`() async throws {
        let folder = try TemporaryFolder()
        let url = URLReference.file(try folder.write("<rss/>", to: "a b.xml"))
        let response = try #require(await send(to: url).response)
        #expect(response.status == 200 && response.body == Array("<rss/>".utf8) && response.url == url)
        let tag = try #require(response.headers["etag"])
        #expect(await send(to: url) { $0.headers.append("If-None-Match", tag) }.response?.status == 304)
        try folder.write("<rss></rss>", to: "a b.xml")
        #expect(await send(to: url) { $0.headers.append("If-None-Match", tag) }.response?.status == 200)
        #expect(await send(to: url) { $0.limits.maxBytes = 3 }.error == .bodyTooLarge(limit: 3))
    }

    @Test func `folders, devices, pipes and missing files are refused at once`() async throws {
        let folder = try TemporaryFolder()
        try ToolProcess.run("mkfifo", folder.file("pipe"))
        for path in [folder.path, "/dev/zero", folder.file("pipe"), folder.file("none")] {
            guard case .fileUnreadable(path, _) = await send(to: URLReference.file(path)).error else {
                Issue.record("read: \(path)")
                continue
            }
        }
    }
}

@Suite struct ErrorTests {
    @Test func `errors are sentences without secrets`() {
        #expect(
            "\(TransferError.timedOut(.connecting, after: .milliseconds(1500)))"
                == "timed out after 1.5 s connecting")
        #expect("\(TransferError.bodyTooLarge(limit: 10 << 20))" == "the body exceeds 10 MiB decoded")
        #expect("\(TransferError.curl(.unsupportedProtocol, ""))" == "Unsupported protocol")
        var request = HTTPRequest(url: "http://u:secret@h/")
        request.password = "secret"
        #expect(!"\(request)".contains("secret") && !String(reflecting: request).contains("secret"))
    }
}
