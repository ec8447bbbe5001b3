import FeedModel
import Host
import Signing
import Transport

/// The parts of an apns sink that settings decide, checked before any network use.
struct APNsSetup: Sendable {
    /// How the service knows us.
    enum Access: Sendable {
        case token(ProviderTokens)
        case certificate(PushIdentity, begins: Timestamp, expires: Timestamp, name: String)
    }

    let settings: APNsSettings
    let payload: APNsPayload
    let endpoint: PushEndpoint
    let access: Access
    /// A digest of key and team, or of nothing with a certificate: the endpoint's identity tells those apart.
    let account: String
    /// How devices are named in messages where the environment is meant.
    let service: String

    /// Checks key or certificate, topic, device tokens, type and endpoint.
    init(_ settings: APNsSettings, now: Timestamp) throws(Failure) {
        self.settings = settings
        try Self.check(settings)
        payload = try APNsPayload(settings)
        access = try Self.access(settings, now)
        if case .token(let key, let keyID, let teamID) = settings.credentials {
            let text = [key.reveal(), keyID, teamID].joined(separator: "\u{0}")
            account = Base64.encode(SHA256.digest(Array(text.utf8)))
        } else {
            account = ""
        }
        var endpoint = try Self.endpoint(settings)
        if case .certificate(let identity, _, _, _) = access { endpoint.identity = identity }
        self.endpoint = endpoint
        service =
            settings.endpoint == nil ? "Apple's \(settings.environment.rawValue) service" : endpoint.host
        if case .list(let tokens) = settings.devices, tokens.isEmpty {
            throw Failure(
                .delivery, "\"devices\" lists no device",
                hint: "give device tokens, or the path of a file that the app's registrations are written to")
        }
        _ = try devices()
    }

    /// The devices as they are listed now.
    func devices() throws(Failure) -> [APNsDevice] {
        switch settings.devices {
        case .list(let tokens): try APNsDeviceList.read(tokens)
        case .file(let path): try APNsDeviceList.read(file: path)
        }
    }

    /// What is to be said of a certificate that expires within 30 days or is not valid yet; nil where none does.
    func warnOfExpiry(now: Timestamp) -> Failure? {
        guard case .certificate(_, let begins, let expires, let name) = access, now < expires else {
            return nil
        }
        // Clocks differ by moments.
        guard begins <= now + .seconds(300) else {
            return Failure(
                .delivery, "the certificate \(name) is not valid before \(begins.rfc3339.prefix(10))",
                hint: "check this machine's clock, or wait")
        }
        guard expires - now < .seconds(30 * 86_400)
        else { return nil }
        return Failure(
            .delivery, "the certificate \(name) expires on \(expires.rfc3339.prefix(10))",
            hint: "make a new one in time, or use a .p8 key, which does not expire")
    }

    private static func check(_ settings: APNsSettings) throws(Failure) {
        let isTopic =
            !settings.topic.isEmpty
            && settings.topic.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F
            }
        guard isTopic else {
            throw Failure(
                .delivery, "\"topic\" is not the bundle id of an app", hint: "such as org.example.reader")
        }
        guard ["alert", "background"].contains(settings.pushType) else {
            throw Failure(.delivery, "\"pushType\" is neither \"alert\" nor \"background\"")
        }
        if let priority = settings.priority {
            guard [1, 5, 10].contains(priority), settings.pushType == "alert" || priority == 5 else {
                throw Failure(
                    .delivery, "\"priority\" \(priority) is not taken by Apple",
                    hint: "10 at once, 5 by power, 1 lowest; background pushes must be 5")
            }
        }
    }

    private static func access(_ settings: APNsSettings, _ now: Timestamp) throws(Failure) -> Access {
        switch settings.credentials {
        case .token(let secret, let keyID, let teamID):
            do throws(SigningError) {
                let key = try ES256Key(pem: Array(secret.reveal().utf8))
                var tokens = ProviderTokens(key: key, keyID: keyID, teamID: teamID)
                let proof = Array("feedherald".utf8)
                guard key.verifies(try key.sign(proof), of: proof) else {
                    throw SigningError("the signing key does not verify its own signature")
                }
                // Signing one finds faults of the ids; it is not used, as no connection needs it yet.
                _ = try tokens.tokenForNewConnection(now: now)
                return .token(ProviderTokens(key: key, keyID: keyID, teamID: teamID))
            } catch {
                throw Failure(.delivery, error.message, hint: error.hint)
            }
        case .certificate(let path, let passphrase):
            return try certificate(path, passphrase, settings, now)
        }
    }

    private static func certificate(
        _ path: String, _ passphrase: Secret?, _ settings: APNsSettings, _ now: Timestamp
    ) throws(Failure) -> Access {
        let bytes: [UInt8]
        do {
            bytes = try Files.read(path, limit: 1 << 20)
        } catch {
            throw Failure(.delivery, "the certificate cannot be read: \(error.message)")
        }
        let certificate: PushCertificate
        do {
            certificate = try PushCertificate(file: bytes, passphrase: passphrase?.reveal())
        } catch {
            throw Failure(.delivery, "\(path): \(error.message)", hint: error.hint)
        }
        let expires = Timestamp(seconds: certificate.notAfter)
        let name = SafeText.nonEmptyLine(certificate.commonName) ?? path
        guard expires > now else {
            throw Failure(
                .delivery, "the certificate \(name) expired on \(expires.rfc3339.prefix(10))",
                hint: "make a new one on Apple's developer site, or use a .p8 key, which does not expire")
        }
        guard certificate.topics.isEmpty || certificate.topics.contains(settings.topic) else {
            throw Failure(
                .delivery,
                "the certificate is for \(SafeText.line(certificate.topics.joined(separator: ", "))), not for \(settings.topic)",
                hint: "\"topic\" must be one of the certificate's")
        }
        let fits =
            settings.environment == .sandbox ? certificate.isForDevelopment : certificate.isForProduction
        guard fits || !(certificate.isForDevelopment || certificate.isForProduction) else {
            throw Failure(
                .delivery, "the certificate is not for the \(settings.environment.rawValue) environment",
                hint: "set \"environment\" to the other one, or make a certificate for both")
        }
        let identity = PushIdentity(
            certificatesPEM: certificate.certificatesPEM, keyPEM: certificate.keyPEM)
        return .certificate(
            identity, begins: Timestamp(seconds: certificate.notBefore), expires: expires, name: name)
    }

    private static func endpoint(_ settings: APNsSettings) throws(Failure) -> PushEndpoint {
        guard let text = settings.endpoint else {
            let host =
                settings.environment == .sandbox ? "api.sandbox.push.apple.com" : "api.push.apple.com"
            return PushEndpoint(host: host, ca: settings.ca)
        }
        guard let url = URLReference(text), url.scheme == "https", let port = UInt16(exactly: url.port) else {
            throw Failure(
                .delivery, "\"endpoint\" is not an https origin", hint: "such as https://localhost:8443")
        }
        return PushEndpoint(
            host: url.host.filter { $0 != "[" && $0 != "]" }, port: port, ca: settings.ca)
    }
}
