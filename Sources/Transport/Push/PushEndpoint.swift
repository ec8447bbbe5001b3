/// A client certificate as PEM text.
public struct PushIdentity: Sendable, Hashable {
    /// The leaf first, then its chain.
    public var certificatesPEM: [UInt8]
    /// The private key, not encrypted.
    public var keyPEM: [UInt8]

    public init(certificatesPEM: [UInt8], keyPEM: [UInt8]) {
        self.certificatesPEM = certificatesPEM
        self.keyPEM = keyPEM
    }
}

/// Where a ``PushConnection`` leads to and whom it trusts.
public struct PushEndpoint: Sendable, Hashable {
    /// A host name or an address, without brackets.
    public var host: String
    public var port: UInt16
    /// Path of a PEM bundle in place of the system's certificates.
    public var ca: String?
    public var identity: PushIdentity?

    public init(host: String, port: UInt16 = 443, ca: String? = nil, identity: PushIdentity? = nil) {
        self.host = host
        self.port = port
        self.ca = ca
        self.identity = identity
    }
}
