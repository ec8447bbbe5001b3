import FeedModel
import Transport

/// Publishes to an ntfy topic as JSON (ntfy's "publish as JSON"): title, message, click, tags, priority, attach.
struct NtfySender: MessageSender {
    private let settings: NtfySettings
    private let delivery: HTTPDelivery

    init(
        _ settings: SinkSettings, _ ntfy: NtfySettings, _ environment: SinkEnvironment
    ) throws(Failure) {
        self.settings = ntfy
        let topic = ntfy.topic.reveal()
        let isTopic =
            !topic.isEmpty && topic.utf8.count <= 64
            && topic.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || $0 == 0x2D || $0 == 0x5F
            }
        guard isTopic else {
            throw Failure(
                .delivery, "\"topic\" is no ntfy topic", hint: "letters, digits, - and _, at most 64")
        }
        guard URLReference(ntfy.server)?.isWeb == true else {
            throw Failure(.delivery, "\"server\" is not an http or https address")
        }
        delivery = HTTPDelivery(environment: environment, timeout: settings.timeout, ca: ntfy.ca)
    }

    func send(_ message: Message) async -> DeliveryOutcome {
        var headers: [(name: String, value: String)] = []
        if let token = settings.token { headers.append(("Authorization", "Bearer \(token.reveal())")) }
        let isUser = settings.token == nil
        return await delivery.send(
            body(message), to: settings.server, headers: headers, user: isUser ? settings.user : nil,
            password: isUser ? settings.password?.reveal() : nil)
    }

    /// ntfy takes 4,096 bytes of message; a longer one would become an attachment.
    func body(_ message: Message) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("topic", .string(settings.topic.reveal()))
        writer.member("title", .string(TextCut.characters(message.title, 250)))
        writer.member("message", .string(TextCut.bytes(message.body, 4000)))
        if let link = message.link { writer.member("click", .string(link)) }
        if !settings.tags.isEmpty {
            writer.member("tags", .array(settings.tags.map { .string(SafeText.line($0)) }))
        }
        if let priority = settings.priority { writer.member("priority", .int(priority)) }
        let picture = message.announcements.count == 1 ? message.announcements.first?.entry.enclosures : nil
        if let file = picture?.first(where: { $0.type?.hasPrefix("image/") == true }),
            let link = SafeText.webLink(file.url)
        {
            writer.member("attach", .string(link))
        }
        writer.endObject()
        return writer.bytes
    }
}
