/// The final answer to a request and the way that led there.
public struct HTTPResponse: Sendable, Hashable {
    /// The status; 200 for a file that was read.
    public var status: Int
    public var headers = HeaderFields()
    /// Unpacked, complete: a transfer that ended early is an error instead.
    ///
    /// Empty where a redirect's or failure's body (300 or more) cannot be unpacked.
    public var body: [UInt8] = []
    /// The URL that gave this answer, without credentials.
    public var url: String
    /// The redirects passed, in order.
    public var redirects: [Redirect] = []
    /// The rest of the way, where the request stops at another host; the redirect is the answer then.
    public var onward: OnwardRequest?
    /// The numeric address connected to last: the server's, or the proxy's; nil for files.
    public var address: String?

    public init(status: Int, url: String) {
        self.status = status
        self.url = url
    }
}

/// One redirect on the way to an answer.
public struct Redirect: Sendable, Hashable {
    /// 301, 302, 303, 307 or 308.
    public var status: Int
    /// Where it led: absolute, without credentials.
    public var url: String

    public init(status: Int, url: String) {
        self.status = status
        self.url = url
    }

    /// Whether the server says for good (RFC 9110 §15.4.2, §15.4.9).
    public var isPermanent: Bool { status == 301 || status == 308 }
}
