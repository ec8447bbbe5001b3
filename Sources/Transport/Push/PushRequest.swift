/// A header's name, in lower case, and its value.
public struct PushHeader: Sendable, Hashable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// One POST over a ``PushConnection``.
public struct PushRequest: Sendable, Hashable {
    public var path: String
    /// Beside the pseudo headers, which are added.
    public var headers: [PushHeader]
    public var body: [UInt8]

    public init(path: String, headers: [PushHeader], body: [UInt8]) {
        self.path = path
        self.headers = headers
        self.body = body
    }
}

/// The server's answer to one request.
public struct PushResponse: Sendable, Hashable {
    public var status: Int
    /// Those that tell of the push: `apns-…` and `retry-after`.
    public var headers: [PushHeader]
    /// Cut to ``PushLimits/bodyBytes``.
    public var body: [UInt8]

    public init(status: Int, headers: [PushHeader] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first header of that lower-case name.
    public subscript(name: String) -> String? { headers.first { $0.name == name }?.value }
}

/// How a request over a ``PushConnection`` ended.
public enum PushOutcome: Sendable, Hashable {
    case answered(PushResponse)
    /// The server has certainly not acted on it: it may be sent again freely.
    case unprocessed(PushError)
    /// The server may or may not have acted on it: to be sent again only with the same identity.
    case unknown(PushError)
}
