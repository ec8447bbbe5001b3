import Testing

@testable import Transport

/// Published tables of URLs and addresses.
@Suite struct URLTableTests {
    /// RFC 3986 §5.4.1 and §5.4.2, base `http://a/b/c/d;p?q`.
    private static let references: [(String, String)] = [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"), (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
        ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
        ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
        ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
    ]

    @Test(arguments: references)
    func `references resolve as the examples of RFC 3986`(reference: String, expected: String) {
        #expect(URLReference("http://a/b/c/d;p?q")?.resolving(reference)?.text == expected)
    }

    @Test(arguments: [
        ("javascript:alert(1)", false), ("data:text/plain,x", false), ("mailto:a@b", false),
        ("ftp://h/x", false), ("file:///etc/passwd", false), ("HTTP://h/", true), ("https://h:8443/", true),
    ])
    func `only http and https are the web`(text: String, isWeb: Bool) {
        #expect((URLReference(text)?.isWeb ?? false) == isWeb)
    }

    @Test(arguments: [
        ("http://h/", "http://h:80"), ("https://h", "https://h:443"), ("https://H:443/x", "https://h:443"),
        ("http://h:8080/x?y", "http://h:8080"), ("http://u:p@h/", "http://h:80"),
        ("http://[2001:DB8::1]/", "http://2001:db8::1:80"),
    ])
    func `credentials go by the origin`(text: String, origin: String) {
        #expect(URLReference(text)?.origin == origin)
    }

    @Test(arguments: [
        ("a b", "a%20b"), ("ü", "%C3%BC"), ("a/b", "a%2Fb"), ("~-._", "~-._"), ("%", "%25"), ("", ""),
        ("\r\n", "%0D%0A"), ("🎉", "%F0%9F%8E%89"),
    ])
    func `all but the unreserved characters are encoded`(text: String, coded: String) {
        #expect(URLReference.percentEncoded(text) == coded)
    }

    /// Ranges of the IANA special-purpose registries with their neighbours: address, whether it is closed.
    private static let zones: [(String, Bool)] = [
        ("0.0.0.0", true), ("0.255.255.255", true), ("1.0.0.0", false), ("9.255.255.255", false),
        ("10.0.0.0", true), ("10.255.255.255", true), ("11.0.0.0", false), ("100.63.255.255", false),
        ("100.64.0.0", true), ("100.127.255.255", true), ("100.128.0.0", false), ("126.255.255.255", false),
        ("127.0.0.1", true), ("128.0.0.0", false), ("169.253.255.255", false), ("169.254.169.254", true),
        ("169.255.0.0", false), ("172.15.255.255", false), ("172.16.0.0", true), ("172.31.255.255", true),
        ("172.32.0.0", false), ("192.0.0.8", true), ("192.0.1.0", false), ("192.0.2.1", true),
        ("192.167.255.255", false), ("192.168.0.0", true), ("192.169.0.0", false), ("198.17.255.255", false),
        ("198.18.0.0", true), ("198.19.255.255", true), ("198.20.0.0", false), ("198.51.100.7", true),
        ("203.0.113.7", true), ("223.255.255.255", false), ("224.0.0.1", true), ("255.255.255.255", true),
        ("::", true), ("::1", true), ("::ffff:127.0.0.1", true), ("::ffff:8.8.8.8", false),
        ("::7f00:1", true), ("64:ff9b::127.0.0.1", true), ("64:ff9b::8.8.8.8", false),
        ("64:ff9b:1::8.8.8.8", true), ("100::1", true), ("2001::1", true), ("2001:db8::1", true),
        ("2001:4860:4860::8888", false), ("2002:7f00:1::", true), ("2002:808:808::", false),
        ("2003::1", false), ("3fff:ffff::1", false), ("4000::1", true), ("fc00::1", true), ("fd12::1", true),
        ("fe80::1", true), ("fe80::1%eth0", true), ("febf::1", true), ("ff02::1", true), ("[::1]", true),
    ]

    @Test(arguments: zones)
    func `addresses that the public internet does not route are closed`(text: String, isClosed: Bool) {
        #expect((AddressZone.of(numeric: text) == .closed) == isClosed)
    }

    @Test(arguments: [0, 3, 5, 15, 17])
    func `what is no address's length is closed`(count: Int) {
        #expect(AddressZone.of([UInt8](repeating: 8, count: count)) == .closed)
    }
}
