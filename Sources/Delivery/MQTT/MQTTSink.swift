import FeedModel
import Transport

/// Publishes to an MQTT topic: a CloudEvent, or the `body` template's text.
struct MQTTSink: Sink {
    let name: String
    let maxBatch: Int
    private let texts: MessageTemplates
    private let isDigest: Bool
    private let settings: MQTTSettings
    private let topic: Template
    private let timeout: Duration
    private let environment: SinkEnvironment

    init(
        _ settings: SinkSettings, _ mqtt: MQTTSettings, _ texts: MessageTemplates,
        _ environment: SinkEnvironment
    ) throws(Failure) {
        name = settings.name
        self.texts = texts
        isDigest = settings.digest != nil
        maxBatch = isDigest ? 500 : 20
        self.settings = mqtt
        timeout = settings.timeout
        topic = try Template(mqtt.topic)
        guard !mqtt.topic.isEmpty, !mqtt.topic.contains(where: { "+#\0".contains($0) }) else {
            throw Failure(
                .delivery, "\"topic\" is no topic to publish to", hint: "+ and # are for subscribers")
        }
        guard URLReference(mqtt.server)?.scheme == "mqtt" else {
            throw Failure(
                .delivery, "\"server\" is no broker", hint: "such as mqtt://broker.example.org:1883")
        }
        self.environment = environment
    }

    func deliver(_ batch: [Announcement]) async -> [DeliveryOutcome] {
        guard isDigest else {
            return await Lanes.deliver(batch) { await send(AnnouncementText.message(for: $0, texts: texts)) }
        }
        guard let message = AnnouncementText.digest(batch, texts: texts) else { return [] }
        let outcome = await send(message)
        return batch.map { _ in outcome }
    }

    func close() async {}

    private func send(_ message: Message) async -> DeliveryOutcome {
        let payload = texts.body == nil ? CommandSink.json(message).dropLast() : Array(message.body.utf8)[...]
        var publication = MQTTMessage(
            server: settings.server, topic: topic.render(TemplateValues(message), place: .topic),
            payload: Array(payload))
        publication.user = settings.user
        publication.password = settings.password?.reveal()
        publication.limits.total = timeout
        let host = URLReference(settings.server)?.host ?? "the broker"
        do throws(TransferError) {
            try await environment.transfers.publish(publication)
            return .delivered(note: nil)
        } catch {
            return HTTPOutcome.of(error, receiver: host)
        }
    }
}
