import Testing

@testable import Transport

/// The rules of redirects without any I/O.
@Suite struct RedirectChainTests {
    private func chain(
        _ url: String, proxied: Bool = false, _ change: (inout HTTPRequest) -> Void = { _ in }
    ) throws(TransferError) -> RedirectChain {
        var request = HTTPRequest(url: url)
        change(&request)
        return try RedirectChain(RequestBox(request)) { _ in proxied }
    }

    @Test func `a plain URL goes out byte for byte and others are brought into form`() throws {
        #expect(try chain("http://h/a/../b?%zz#f").url == "http://h/a/../b?%zz#f")
        #expect(try chain("http://u:p@h/a").url == "http://h/a")
        #expect(try chain("HTTP://h/ü x").url == "http://h/%c3%bc%20x")
        #expect(try chain("http://u:p@h/a").credentials?.user == "u")
        #expect(try chain("http://u:p@h/a") { $0.user = "other" }.credentials?.user == "other")
    }

    @Test(arguments: ["file:///x", "ftp://h/x", "mqtt://h/x", "x"])
    func `only the web is asked`(url: String) {
        #expect(throws: TransferError.self) { try chain(url) }
    }

    @Test(arguments: [
        ("https://h/x", "http://h/x"), ("http://h/x", "https://h/x"), ("http://h/x", "http://h:81/x"),
        ("http://h/x", "http://www.h/x"), ("http://h/x", "http://h.evil/x"),
    ])
    func `another scheme, host or port is another origin`(from: String, to: String) throws {
        var chain = try chain(from) {
            $0.user = "u"
            $0.cookie = "c"
            $0.headers = ["X-Key": "k", "Accept": "a"]
        }
        #expect(try chain.follow(status: 301, location: to))
        #expect(chain.credentials == nil && chain.cookie == nil && chain.headers.names == ["Accept"])
        #expect(try chain.follow(status: 301, location: from))
        #expect(chain.credentials == nil)
    }

    @Test func `the port that a scheme has anyway makes no difference`() throws {
        var chain = try chain("http://H/x") { $0.user = "u" }
        #expect(try chain.follow(status: 302, location: "http://h:80/y"))
        #expect(chain.credentials?.user == "u")
    }

    @Test func `user and password in a redirect's address are dropped`() throws {
        var chain = try chain("http://h/x")
        #expect(try chain.follow(status: 302, location: "http://a:b@h/y"))
        #expect(chain.url == "http://h/y" && chain.credentials == nil)
    }

    @Test func `no redirects are followed where none are wanted`() throws {
        var chain = try chain("http://h/x") { $0.maxRedirects = 0 }
        #expect(try !chain.follow(status: 302, location: "/y"))
        for status in [200, 300, 304, 305, 306, 404] { #expect(!chain.isRedirect(status)) }
    }

    @Test func `only a way through the public internet forbids private addresses`() throws {
        let inside: [UInt8] = [10, 0, 0, 1]
        var chain = try chain("http://h/x")
        #expect(!chain.isForbidden(inside, zone: .closed))
        chain.answered(from: [10, 0, 0, 9], zone: .closed)
        #expect(try chain.follow(status: 302, location: "http://i/"))
        #expect(!chain.isForbidden(inside, zone: .closed))
        chain.answered(from: [8, 8, 8, 8], zone: .open)
        #expect(try chain.follow(status: 302, location: "http://j/"))
        #expect(chain.isForbidden(inside, zone: .closed))
        #expect(!chain.isForbidden([8, 8, 4, 4], zone: .open))
        #expect(!chain.isForbidden([10, 0, 0, 9], zone: .closed), "the configured host's own address")
    }

    @Test func `behind a proxy the redirect's own text decides`() throws {
        var chain = try chain("http://public.example/", proxied: true)
        chain.answered(from: [127, 0, 0, 1], zone: .closed)
        #expect(throws: TransferError.blockedAddress("192.168.0.1")) {
            try chain.follow(status: 302, location: "http://192.168.0.1/")
        }
        #expect(throws: TransferError.blockedAddress("localhost")) {
            try chain.follow(status: 302, location: "http://localhost:8080/")
        }
        #expect(try chain.follow(status: 302, location: "http://other.example/"))
    }

    @Test func `a connection ends with its request unless a proxy or a redirect's target may serve others`()
        throws
    {
        var chain = try chain("http://h/") { $0.keepsConnection = false }
        #expect(chain.isLastOfItsConnection)
        #expect(try chain.follow(status: 302, location: "http://j/"))
        #expect(!chain.isLastOfItsConnection)
        #expect(
            try !self.chain("http://h/", proxied: true) { $0.keepsConnection = false }.isLastOfItsConnection)
        #expect(try !self.chain("http://h/").isLastOfItsConnection)
    }
}
