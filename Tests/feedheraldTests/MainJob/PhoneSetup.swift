import TestSupport

/// Apple's service on loopback, and the settings that lead to it.
final class PhoneSetup: Sendable {
    let server: LocalAPNsServer
    private let tool = OpenSSLTool()

    init() throws {
        tool.makeServerCertificate()
        _ = tool.makeKey("AuthKey.p8")
        var settings = APNsServerSettings(certificate: tool.path("server.pem"), key: tool.path("server.key"))
        settings.signingKey = tool.path("AuthKey.p8")
        server = try LocalAPNsServer(settings)
    }

    deinit { server.stop() }

    /// The key file.
    var key: String { tool.path("AuthKey.p8") }

    /// The keys of a sink that lead here in place of Apple's service.
    var service: String { #""endpoint": "\#(server.origin)", "ca": "\#(tool.path("ca.pem"))""# }

    /// A sink for feeds.json.
    func sink(extra: String = "") -> String {
        """
        { "name": "phone", "type": "apns", "key": "\(tool.path("AuthKey.p8"))", "keyID": "ABC123DEFG",
          "teamID": "DEF123GHIJ", "topic": "org.example.reader", "endpoint": "\(server.origin)",
          "ca": "\(tool.path("ca.pem"))", "devices": ["<00fc13ad ff785122 b4ad28809 a3420982341241421348097878e577c991de8f0>"]
          \(extra.isEmpty ? "" : ", " + extra) }
        """
    }
}
