public import FeedModel
public import Transport

/// What the reply to a feed's request means.
public struct FeedAnswer: Sendable {
    public enum Meaning: Sendable, Hashable {
        /// A 304: nothing new, a success.
        case unchanged
        /// A complete body, still to be parsed.
        case document
        /// A 410: never ask again.
        case gone
        /// A 429, or a 503 with Retry-After: the whole host wants quiet.
        case limited
        /// Anything else; ``failure`` says what.
        case failed
    }

    public var meaning: Meaning
    /// nil when there was no HTTP answer.
    public var status: Int?
    /// What went wrong, unless it is a success.
    public var failure: Failure?
    /// The body of a ``Meaning/document``.
    public var body: [UInt8] = []
    private var digest: UInt64?
    public var contentType: String?
    /// The URL that gave the answer, without credentials; the base of relative links.
    public var url: String
    public var redirects: [Redirect] = []
    /// Validators that came with a 200 or a 304; not to be stored before the document is.
    public var validators = Validators()
    public var freshness = CachePolicy.Verdict.silent
    /// The wait the server asks for, capped at a day.
    public var retryAfter: Duration?

    /// Reads a response; `now` places dates such as those of Retry-After.
    public init(_ response: HTTPResponse, to request: HTTPRequest, now: Timestamp) {
        self.init(response, to: RequestBox(request), now: now)
    }

    public init(_ response: HTTPResponse, to request: RequestBox, now: Timestamp) {
        meaning = .failed
        status = response.status
        url = response.url
        redirects = response.redirects
        switch response.status {
        case 200, 203:
            meaning = .document
            body = response.body
            contentType = response.headers["content-type"]
            takeMetadata(response.headers, now)
        case 304 where Self.isAsked(request, response):
            meaning = .unchanged
            takeMetadata(response.headers, now)
        case 410 where response.redirects.allSatisfy(\.isPermanent):
            meaning = .gone
            failure = Self.failure(410)
        default:
            retryAfter = RetryAfter.parse(response.headers["retry-after"], now: now)
            let isLimit = response.status == 429 || response.status == 503 && retryAfter != nil
            meaning = isLimit ? .limited : .failed
            failure = Self.failure(response.status)
        }
    }

    /// An answer that never came.
    public init(_ error: TransferError, to request: HTTPRequest) {
        meaning = .failed
        url = URLReference(request.url)?.text ?? ""
        failure = Failure(.transport, "\(error)", hint: error.hint)
    }

    /// ``PollState/bodyDigest`` of the body.
    public func bodyDigest() -> UInt64 { digest ?? HTTPResponse.digest(of: body) }

    /// Computes the body's digest once for all.
    public mutating func digestBody() { digest = bodyDigest() }

    /// Lets go of a body that was read; its digest stays.
    public mutating func dropBody() {
        digestBody()
        body = []
    }

    /// Whether the one that said "unchanged" was asked whether there is a change.
    private static func isAsked(_ request: RequestBox, _ response: HTTPResponse) -> Bool {
        request.hasConditions(at: response.url, isFirst: response.redirects.isEmpty)
    }

    private mutating func takeMetadata(_ headers: HeaderFields, _ now: Timestamp) {
        validators.etag = headers.latin1("etag").flatMap { $0.isEmpty ? nil : $0 }
        validators.lastModified = headers.latin1("last-modified").flatMap { $0.isEmpty ? nil : $0 }
        freshness = CachePolicy.verdict(headers, now: now)
    }

    private static func failure(_ status: Int) -> Failure {
        let (name, hint): (String, String?) =
            switch status {
            case 401: ("the server wants a login", "set user and password of the feed")
            case 403:
                ("the server refuses us", "its owner may block feed readers; open the address in a browser")
            case 404: ("there is no such page", "check the address if this goes on")
            case 407: ("the proxy wants a login", "put user and password into the proxy's URL")
            case 410: ("the feed is gone for good", "remove it, or reset it to try again")
            case 429: ("too many requests", "raise the delay or hostGap if this goes on")
            case 206: ("a part of the document came though all of it was asked for", nil)
            case 304: ("unchanged, though the request had no condition", nil)
            case 300..<400: ("a redirect without a usable address", nil)
            case 500..<600: ("the server is in trouble", nil)
            default: ("an answer that is no feed", nil)
            }
        return Failure(.polling, "HTTP \(status): \(name)", hint: hint)
    }
}

extension TransferError {
    /// What a person can do about it, where that is known.
    public var hint: String? {
        switch self {
        case .badURL: "mend the address in feeds.json"
        case .resolveFailed: "check the host's name and the network"
        case .tls: "check the server's certificate, or name its authority with \"ca\""
        case .bodyTooLarge: "raise \"maxBytes\" of the feed if it is really so large"
        case .blockedAddress: "set \"allowPrivate\" of the feed if that is meant"
        case .timedOut: "raise \"timeout\" of the feed if the server is always so slow"
        case .fileUnreadable: "check the path in feeds.json"
        default: nil
        }
    }
}
