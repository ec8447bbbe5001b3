import FeedModel

/// Posts to an HTTP receiver.
struct WebhookSender: MessageSender {
    /// How many announcements one request carries at most.
    let batch: Int
    private let format: WebhookFormat
    private let signature: WebhookSignature?
    private let delivery: HTTPDelivery
    private let environment: SinkEnvironment

    init(
        _ settings: SinkSettings, _ webhook: WebhookSettings, _ environment: SinkEnvironment
    ) throws(Failure) {
        format = try WebhookFormat(webhook)
        batch = format.isEvent ? max(1, webhook.batch) : 1
        signature =
            if let secret = webhook.secret { try WebhookSignature(secret) } else { nil }
        delivery = HTTPDelivery(
            environment: environment, timeout: settings.timeout, ca: webhook.ca,
            proxy: webhook.proxy?.reveal())
        self.environment = environment
    }

    func send(_ message: Message) async -> DeliveryOutcome {
        let post = format.post(message, isBatch: batch > 1)
        var headers = post.headers.map { (name: $0.name, value: $0.value) }
        headers.append(("Idempotency-Key", message.id))
        if let signature {
            headers += signature.headers(id: message.id, now: environment.now(), body: post.body)
        }
        return await delivery.send(
            post.body, to: post.url, method: post.method, type: post.type, headers: headers)
    }
}
