internal import Delivery
public import FeedModel
internal import Host
internal import Transport

/// Whether sinks can work: their settings, keys and templates, and with a network whether something answers there.
public struct SinkReview: Sendable {
    private let environment: SinkEnvironment
    private let userAgent: String

    public init(state: String, version: String) {
        environment = .forCommands(state: state, version: version)
        userAgent = Herald.userAgent(version)
    }

    /// Why a sink cannot work as it is set up; nil when all that can be checked here is fine.
    public func fault(of settings: SinkSettings) async -> Failure? {
        do {
            let sink = try SinkFactory.make(settings, environment: environment)
            await sink.close()
            return nil
        } catch {
            return error
        }
    }

    /// What a person should know of a sink that works so far: a certificate that ends soon or is not valid yet.
    public func remarks(on settings: SinkSettings) async -> [Failure] {
        let heard = HeardNotices()
        var listening = environment
        listening.notice = { _, failure in heard.add(failure) }
        let sink = try? SinkFactory.make(settings, environment: listening)
        await sink?.close()
        return heard.all
    }

    /// Why a sink cannot be reached now; nil when it can.
    ///
    /// Nothing is sent to anybody.
    public func trouble(of settings: SinkSettings) async -> Failure? {
        switch settings.kind {
        case .console: nil
        case .apns(let apns):
            await tcp(apns.endpoint ?? (apns.environment == .sandbox ? Self.sandbox : Self.production))
        case .webhook(let webhook):
            await web(webhook.url.reveal(), ca: webhook.ca, proxy: webhook.proxy?.reveal())
        case .ntfy(let ntfy): await web(ntfy.server, ca: ntfy.ca, proxy: nil)
        case .email(let email):
            await tcp(host: email.host, port: email.port ?? Self.port(email.encryption))
        case .mqtt(let mqtt): await tcp(mqtt.server)
        case .command(let command): program(command.arguments.first ?? "")
        case .file(let file): folder(of: file.path)
        }
    }

    private static let production = "https://api.push.apple.com"
    private static let sandbox = "https://api.sandbox.push.apple.com"

    private static func port(_ encryption: EmailSettings.Encryption) -> Int {
        switch encryption {
        case .starttls: 587
        case .tls: 465
        case .none: 25
        }
    }

    /// Asks for the origin's root, which sends nothing to anybody; any answer will do.
    private func web(_ url: String, ca: String?, proxy: String?) async -> Failure? {
        guard let reference = URLReference(url) else { return Failure(.delivery, "the address is no URL") }
        var request = HTTPRequest(url: reference.origin + "/")
        request.maxRedirects = 0
        request.userAgent = userAgent
        request.caBundle = ca
        request.proxy = proxy
        request.limits.total = .seconds(10)
        do {
            _ = try await environment.transfers.send(request)
            return nil
        } catch {
            return Failure(.delivery, "\(error)")
        }
    }

    private func tcp(_ url: String) async -> Failure? {
        let text = url.hasPrefix("mqtt:") ? "http:" + url.dropFirst(5) : url
        guard let reference = URLReference(text) else { return Failure(.delivery, "the address is no URL") }
        let isBare = url.hasPrefix("mqtt:") && reference.port == 80 && !url.hasSuffix(":80")
        return await tcp(host: reference.host, port: isBare ? 1883 : reference.port)
    }

    private func tcp(host: String, port: Int) async -> Failure? {
        await TCPProbe.problem(host: host, port: port).map { Failure(.delivery, $0) }
    }

    private func program(_ name: String) -> Failure? {
        if name.contains("{{") { return nil }
        let folders =
            name.contains("/")
            ? [""] : (Environment.value("PATH") ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/" }
        if folders.contains(where: { Files.isExecutable($0 + name) }) { return nil }
        return Failure(
            .delivery, "there is no program \"\(name)\"", hint: "install it, or write its whole path")
    }

    private func folder(of path: String) -> Failure? {
        let folder = Files.parent(of: path)
        return Files.isFolder(folder)
            ? nil : Failure(.delivery, "there is no folder \(folder)", hint: "make it")
    }
}
