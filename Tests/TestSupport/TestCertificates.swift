/// An authority of a test's own with a server's and a client's certificate, made by the openssl program.
public final class TestCertificates: Sendable {
    private let folder: TemporaryFolder

    /// The authority's certificate (PEM), to be trusted.
    public var authority: String { folder.file("ca.pem") }
    /// The server's certificate for 127.0.0.1, ::1 and localhost, and its key.
    public var server: String { folder.file("server.pem") }
    public var serverKey: String { folder.file("server.key") }
    /// A certificate for a name that no test server has.
    public var stranger: String { folder.file("stranger.pem") }
    public var strangerKey: String { folder.file("stranger.key") }
    public var client: String { folder.file("client.pem") }
    public var clientKey: String { folder.file("client.key") }

    public init() throws {
        folder = try TemporaryFolder()
        try ToolProcess.run(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-days", "3",
            "-subj", "/CN=feedherald test authority", "-keyout", folder.file("ca.key"), "-out", authority)
        try make("server", "subjectAltName=DNS:localhost,IP:127.0.0.1,IP:0:0:0:0:0:0:0:1")
        try make("stranger", "subjectAltName=DNS:stranger.example")
        try make("client", "extendedKeyUsage=clientAuth")
    }

    private func make(_ name: String, _ extra: String) throws {
        try ToolProcess.run(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-days", "3",
            "-subj", "/CN=feedherald test \(name)", "-addext", extra, "-addext",
            "basicConstraints=critical,CA:FALSE",
            "-CA", authority, "-CAkey", folder.file("ca.key"), "-keyout", folder.file("\(name).key"),
            "-out", folder.file("\(name).pem"))
    }
}
