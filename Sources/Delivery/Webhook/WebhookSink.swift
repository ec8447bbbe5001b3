import FeedModel

/// Posts to an HTTP receiver.
struct WebhookSink: Sink {
    let name: String
    let maxBatch: Int
    private let texts: MessageTemplates
    private let isDigest: Bool
    private let isBatch: Bool
    private let format: WebhookFormat
    private let signature: WebhookSignature?
    private let delivery: HTTPDelivery
    private let environment: SinkEnvironment

    init(
        _ settings: SinkSettings, _ webhook: WebhookSettings, _ texts: MessageTemplates,
        _ environment: SinkEnvironment
    ) throws(Failure) {
        name = settings.name
        self.texts = texts
        isDigest = settings.digest != nil
        format = try WebhookFormat(webhook)
        isBatch = webhook.batch > 1 && format.isEvent
        maxBatch = isDigest ? 500 : isBatch ? webhook.batch : 100
        signature =
            if let secret = webhook.secret { try WebhookSignature(secret) } else { nil }
        delivery = HTTPDelivery(
            environment: environment, timeout: settings.timeout, ca: webhook.ca,
            proxy: webhook.proxy?.reveal())
        self.environment = environment
    }

    func deliver(_ batch: [Announcement]) async -> [DeliveryOutcome] {
        if isDigest || isBatch {
            guard let message = AnnouncementText.digest(batch, texts: texts) else { return [] }
            let outcome = await send(message)
            return batch.map { _ in outcome }
        }
        return await Lanes.deliver(batch, width: 8) { announcement in
            await send(
                AnnouncementText.message(for: announcement, texts: texts))
        }
    }

    func close() async {}

    private func send(_ message: Message) async -> DeliveryOutcome {
        let post = format.post(message, isBatch: isBatch)
        var headers = post.headers.map { (name: $0.name, value: $0.value) }
        headers.append(("Idempotency-Key", message.id))
        if let signature {
            headers += signature.headers(id: message.id, now: environment.now(), body: post.body)
        }
        return await delivery.send(
            post.body, to: post.url, method: post.method, type: post.type, headers: headers)
    }
}
