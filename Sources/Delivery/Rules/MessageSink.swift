import FeedModel

/// Sends one message to one receiver; all that a service which takes single messages must be able to do.
protocol MessageSender: Sendable {
    /// Sends it once and says how that ended.
    func send(_ message: Message) async -> DeliveryOutcome
}

/// The sink around a sender: every announcement becomes a message of its own, or those of a batch become one.
struct MessageSink<Sender: MessageSender>: Sink {
    let name: String
    let maxBatch: Int
    let sender: Sender
    private let texts: MessageTemplates
    private let joins: Bool
    private let width: Int

    /// - Parameters:
    ///   - batch: more than one joins up to so many announcements to one message, as a digest joins all.
    ///   - width: how many feeds are served at a time.
    init(
        _ settings: SinkSettings, _ texts: MessageTemplates, _ sender: Sender, batch: Int = 1, width: Int = 1
    ) {
        name = settings.name
        self.texts = texts
        self.sender = sender
        self.width = width
        joins = settings.digest != nil || batch > 1
        maxBatch = settings.digest != nil ? 500 : batch > 1 ? batch : width > 1 ? 100 : 20
    }

    func deliver(_ batch: [Announcement], progress: DeliveryProgress) async -> [DeliveryOutcome] {
        guard joins else {
            return await Lanes.deliver(batch, width: width, progress: progress) { announcement in
                await sender.send(AnnouncementText.message(for: announcement, texts: texts))
            }
        }
        guard let message = AnnouncementText.digest(batch, texts: texts) else { return [] }
        let outcome = await sender.send(message)
        return batch.map { _ in outcome }
    }
}
