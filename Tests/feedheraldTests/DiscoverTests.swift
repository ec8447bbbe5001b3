import FeedModel
import TestSupport
import Testing

@Suite struct DiscoverTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func discover(_ answer: @escaping @Sendable (ServedRequest) -> ServedAnswer, path: String = "/")
        throws -> (
            run: ProgramRun, requests: [String], server: String
        )
    {
        let server = try LocalHTTPServer(answer)
        defer { server.stop() }
        let run = try ProgramRun("discover", server.url(path), in: folder)
        return (run, server.requests.map(\.target), server.url(""))
    }

    private static func feed(_ title: String) -> ServedAnswer {
        ServedAnswer(200, ["Content-Type": "application/atom+xml"], SampleFeed.atom(title: title))
    }

    @Test func `declared feeds are found, read and printed ready for feeds json`() throws {
        let found = try discover { request in
            switch request.path {
            case "/":
                ServedAnswer(
                    200, ["Content-Type": "text/html"],
                    """
                    <html><head><base href="/blog/"><link rel=alternate type="application/atom+xml" href="a.xml" title=A>
                    <link rel="alternate" type="application/rss+xml" href="/gone.xml">
                    <link rel=stylesheet type="text/css" href=x.css></head><body><a href="/feed/">Feed</a></body></html>
                    """)
            case "/blog/a.xml": Self.feed("The \"A\" feed")
            default: ServedAnswer(404)
            }
        }
        #expect(found.run.status == 0)
        #expect(found.run.lines == [#"{"name":"The \"A\" feed","url":"\#(found.server)/blog/a.xml"},"#])
        #expect(found.requests == ["/", "/blog/a.xml", "/gone.xml"])
        try folder.write("{\"feeds\": [\n\(found.run.output)]}", to: "feeds.json")
        #expect(try ProgramRun("check", in: folder).status == 0)
    }

    @Test func `an address that is a feed is its own answer`() throws {
        let found = try discover({ _ in Self.feed("Direct") }, path: "/x.xml")
        #expect(found.run.lines == [#"{"name":"Direct","url":"\#(found.server)/x.xml"},"#])
        #expect(found.requests.count == 1)
    }

    @Test func `links that look like feeds count where none is declared`() throws {
        let found = try discover { request in
            request.path == "/news/rss"
                ? Self.feed("Linked")
                : ServedAnswer(
                    200, ["Content-Type": "text/html"],
                    "<p><a href='about'>About</a> <a href='news/rss'>RSS</a>")
        }
        #expect(found.run.lines.count == 1)
        #expect(found.requests == ["/", "/news/rss"])
    }

    @Test func `the usual places are tried last, and one is enough`() throws {
        let found = try discover { request in
            request.path == "/rss.xml" || request.path == "/index.xml"
                ? Self.feed("Usual") : ServedAnswer(request.path == "/" ? 200 : 404, [:], "<html><p>Hello")
        }
        #expect(found.run.lines == [#"{"name":"Usual","url":"\#(found.server)/rss.xml"},"#])
    }

    @Test func `no feed is 65 and no answer is 66`() throws {
        #expect(try discover { _ in ServedAnswer(200, [:], "<html><p>Hello") }.run.status == 65)
        let none = try discover { _ in ServedAnswer(500) }
        #expect(none.run.status == 66)
        #expect(none.run.errors.contains("HTTP 500"))
    }
}
