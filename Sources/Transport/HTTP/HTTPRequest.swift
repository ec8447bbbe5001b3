/// One request, from which address to which limits.
///
/// Printing one shows its method and nothing else, as URLs, headers and bodies may hold secrets.
public struct HTTPRequest: Sendable, Hashable {
    /// An http or https URL, sent byte for byte; a file URL reads a regular file.
    ///
    /// User name and password in it are taken out and sent as basic authentication to its own origin.
    public var url: String
    public var method = "GET"
    public var headers = HeaderFields()
    public var body: [UInt8]?
    /// The address that the request's conditions are about (RFC 9110 §13.1), without its query; nil is ``url``.
    ///
    /// Other addresses on the way are asked without them. The query does not count: storage services sign it anew for
    /// each redirect.
    public var validatedURL: String?
    public var limits = TransferLimits()
    /// How many redirects are followed; 0 gives the redirect itself as the answer.
    public var maxRedirects = 5
    /// Whether a redirect to another host is left to the caller, see ``HTTPResponse/onward``.
    public var stopsAtOtherHost = false
    /// Basic authentication (RFC 7617), for the URL's own origin only.
    public var user: String?
    public var password: String?
    /// A `Cookie` value, for the URL's own origin only; cookies that servers set are never kept.
    public var cookie: String?
    /// A proxy URL as libcurl takes it; nil takes the environment's (`http_proxy` and its kin), "" none.
    public var proxy: String?
    /// The path of a PEM bundle to trust in place of the system's.
    public var caBundle: String?
    /// A client certificate with its key.
    public var clientCertificate: ClientCertificate?
    /// Whether any certificate is taken.
    public var isInsecure = false
    /// Whether a redirect may lead from a public to a private address.
    public var allowsPrivate = false
    /// Whether the connection may be kept for a next request; not worth it where none will come.
    public var keepsConnection = true
    /// Whether packed answers are asked for, unless ``headers`` do so in their way, and unpacked.
    public var acceptsEncodings = true
    public var userAgent: String?
    /// Headers that may follow a redirect to another origin; all others are the first origin's business.
    public static let headersCrossingOrigins: Set<String> = [
        "accept", "accept-language", "if-none-match", "if-modified-since", "cache-control",
    ]

    public init(url: String) {
        self.url = url
    }

    /// Whether the conditions are sent to an address: the first one, or one that a redirect led to.
    public func isConditional(at address: String, isFirst: Bool) -> Bool {
        guard let validatedURL else { return isFirst }
        return validatedURL == Self.withoutQuery(isFirst ? url : address)
    }

    /// A URL up to its query or fragment.
    public static func withoutQuery(_ url: String) -> String {
        String(Substring(url.utf8.prefix { $0 != 0x3F && $0 != 0x23 }))
    }
}

/// A PEM certificate chain and its unencrypted PEM key; both may be one text.
public struct ClientCertificate: Sendable, Hashable {
    public var certificate: [UInt8]
    public var key: [UInt8]

    public init(certificate: [UInt8], key: [UInt8]) {
        self.certificate = certificate
        self.key = key
    }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "HTTPRequest(\(method))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ClientCertificate: CustomStringConvertible, CustomReflectable {
    public var description: String { "ClientCertificate" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// How long and how much a transfer may take.
public struct TransferLimits: Sendable, Hashable {
    /// Name resolution, TCP and TLS together.
    public var connect: Duration = .seconds(10)
    /// Everything, redirects included.
    public var total: Duration = .seconds(30)
    /// Fewer bytes a second than this, for ``lowSpeedTime`` at a stretch, ends the transfer.
    public var lowSpeed = 64
    public var lowSpeedTime: Duration = .seconds(15)
    /// Bytes of the body, both as they come and unpacked.
    public var maxBytes = 10 << 20
    /// Bytes of all header lines of one answer.
    public var maxHeaderBytes = 128 << 10

    public init() {}
}
