import COpenSSL

/// A client certificate with its private key and chain, read from PEM or PKCS#12.
public struct PushCertificate: Sendable {
    /// The leaf certificate first, then its chain, as PEM text.
    public var certificatesPEM: [UInt8]
    /// The private key as unencrypted PKCS#8 PEM text.
    public var keyPEM: [UInt8]
    /// The app topics an Apple push certificate speaks for: those of extension 1.2.840.113635.100.6.3.6,
    /// else the subject's UID.
    public var topics: [String]
    /// Whether it may speak to Apple's development (1.2.840.113635.100.6.3.1) and production (…6.3.2) servers.
    public var isForDevelopment: Bool
    public var isForProduction: Bool
    /// First and last second of its validity, in seconds since 1970.
    public var notBefore: Int64
    public var notAfter: Int64
    /// The subject's common name, for messages.
    public var commonName: String?

    /// Reads the bytes of a .p12 or .pem file; which one it is shows by its first bytes.
    ///
    /// - Throws: with the exact command to convert it, where this machine's OpenSSL cannot read it.
    public init(file bytes: [UInt8], passphrase: String?) throws(SigningError) {
        let parts =
            if bytes.first == 0x30 {
                try CertificateParts.pkcs12(bytes, passphrase: passphrase ?? "")
            } else {
                try CertificateParts.pem(bytes, passphrase: passphrase ?? "")
            }
        guard parts.fitsTogether else {
            throw SigningError("the certificate does not belong to the private key beside it")
        }
        certificatesPEM = try parts.certificatesPEM()
        keyPEM = try parts.keyPEM()
        let leaf = CertificateFacts(parts)
        topics = leaf.topics
        isForDevelopment = leaf.has(extension: "1.2.840.113635.100.6.3.1")
        isForProduction = leaf.has(extension: "1.2.840.113635.100.6.3.2")
        notAfter = leaf.notAfter
        notBefore = leaf.notBefore
        commonName = leaf.commonName
    }
}
