import FeedModel

/// Writes a line to stdout for every announcement.
struct ConsoleSink: Sink {
    let name: String
    let maxBatch = 100
    private let texts: MessageTemplates
    private let environment: SinkEnvironment

    init(_ settings: SinkSettings, _ texts: MessageTemplates, _ environment: SinkEnvironment) {
        name = settings.name
        self.texts = texts
        self.environment = environment
    }

    func deliver(_ batch: [Announcement], progress: DeliveryProgress) async -> [DeliveryOutcome] {
        batch.map { announcement in
            let line = ConsoleLine.make(
                announcement, now: environment.now(), style: environment.consoleStyle, texts: texts)
            do throws(Failure) {
                try environment.writeConsole(Array(line.utf8))
                return .delivered(note: nil)
            } catch {
                return .retry(error, after: nil)
            }
        }
    }
}
