import FeedModel
import Transport

/// Publishes to an MQTT topic: a CloudEvent, or the `body` template's text.
struct MQTTSender: MessageSender {
    private let settings: MQTTSettings
    private let topic: Template
    private let timeout: Duration
    private let hasBody: Bool
    private let environment: SinkEnvironment

    init(
        _ settings: SinkSettings, _ mqtt: MQTTSettings, _ environment: SinkEnvironment
    ) throws(Failure) {
        self.settings = mqtt
        timeout = settings.timeout
        hasBody = settings.body != nil
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

    func send(_ message: Message) async -> DeliveryOutcome {
        let payload = hasBody ? Array(message.body.utf8)[...] : CommandSender.json(message).dropLast()
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
