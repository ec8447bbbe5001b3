import FeedModel
import Transport

/// Sends mails.
struct EmailSender: MessageSender {
    private let settings: EmailSettings
    private let timeout: Duration
    private let builder: MailMessage
    private let environment: SinkEnvironment

    init(
        _ settings: SinkSettings, _ email: EmailSettings, _ environment: SinkEnvironment
    ) throws(Failure) {
        self.settings = email
        timeout = settings.timeout
        var to: [MailAddress] = []
        for text in email.to { to.append(try MailAddress(text)) }
        guard !to.isEmpty else { throw Failure(.delivery, "\"to\" names nobody") }
        builder = MailMessage(
            from: try MailAddress(email.from), to: to, version: environment.version,
            usesBody: settings.body != nil, hasTitle: settings.title != nil)
        guard !email.host.isEmpty, !email.host.contains(where: { $0 == "/" || $0 == "@" || $0.isWhitespace })
        else { throw Failure(.delivery, "\"host\" is no host name", hint: "such as smtp.example.org") }
        self.environment = environment
    }

    func send(_ message: Message) async -> DeliveryOutcome {
        let now = environment.now()
        let bytes = builder.bytes(message, date: now, utcOffset: environment.utcOffset(now))
        var envelope = MailEnvelope(
            host: settings.host, sender: builder.from.address, recipients: builder.to.map(\.address),
            message: bytes)
        envelope.port = settings.port
        envelope.encryption =
            switch settings.encryption {
            case .starttls: .startTLS
            case .tls: .tls
            case .none: .none
            }
        envelope.user = settings.user
        envelope.password = settings.password?.reveal()
        envelope.caBundle = settings.ca
        envelope.limits.total = timeout
        do throws(TransferError) {
            try await environment.transfers.sendMail(envelope)
            return .delivered(note: "Message-ID <\(message.id)@\(builder.from.domain)>")
        } catch {
            return Self.outcome(error, host: settings.host)
        }
    }

    /// 4yz is for later, 5yz for ever (RFC 5321 §4.2.1); where it is about login or addresses, a person must help.
    static func outcome(_ error: TransferError, host: String) -> DeliveryOutcome {
        let failure = Failure(.delivery, "\(host): \(error)")
        guard case .mailRefused(let code, _) = error else { return HTTPOutcome.of(error, receiver: host) }
        switch code {
        case 530, 534, 535, 538:
            return .suspended(Failure(.delivery, failure.message, hint: "check user and password"))
        case 550, 551, 553, 556:
            return .suspended(Failure(.delivery, failure.message, hint: "check \"from\" and \"to\""))
        case 500...: return .refused(failure)
        default: return .retry(failure, after: nil)
        }
    }
}
