internal import Delivery
public import FeedModel
internal import Host
internal import Markers
internal import Transport

/// One message sent by hand to some sinks, past all markers and queues.
public struct HandPush: Sendable {
    /// What is sent; nil takes the sink's own way or a sample.
    public struct Text: Sendable {
        public var title: String?
        public var body: String?
        /// For apns sinks.
        public var badge: Int?
        /// For apns sinks.
        public var sound: String?

        public init(title: String? = nil, body: String? = nil, badge: Int? = nil, sound: String? = nil) {
            self.title = title
            self.body = body
            self.badge = badge
            self.sound = sound
        }
    }

    /// How it went with one sink.
    public struct Outcome: Sendable {
        public var sink: String
        /// What the receiver said, where it said something.
        public var note: String?
        /// Why it was not delivered; nil when it was.
        public var failure: Failure?
    }

    private let text: Text
    private let environment: SinkEnvironment
    private let heard = HeardNotices()
    private let now = HeraldClock.system.now()

    /// - Parameter state: the state folder, for what sinks know of their devices; nothing is written into it.
    public init(
        _ text: Text, state: String, version: String,
        writeConsole: @escaping @Sendable ([UInt8]) throws(Failure) -> Void
    ) {
        self.text = text
        var environment = SinkEnvironment.forCommands(
            state: state, version: version, writeConsole: writeConsole)
        environment.notice = { [heard] _, failure in heard.add(failure) }
        self.environment = environment
    }

    /// Sends to one sink after the other; each has its outcome.
    public func send(to sinks: [SinkSettings]) async -> [Outcome] {
        var outcomes: [Outcome] = []
        for sink in sinks { outcomes.append(await send(to: sink)) }
        return outcomes
    }

    private func send(to settings: SinkSettings) async -> Outcome {
        let sink: any Sink
        do {
            let adapted = HandMessage.settings(settings, badge: text.badge, sound: text.sound)
            sink = try SinkFactory.make(adapted, environment: environment)
        } catch {
            return Outcome(sink: settings.name, failure: error)
        }
        // What it says of a certificate is no refusal.
        heard.forget()
        let result = await sink.deliver([
            HandMessage.announcement(title: text.title, body: text.body, sink: settings.name, now: now)
        ]).first
        await sink.close()
        // What refused it for good, or must wait, while others took it.
        let refusals = heard.all
        return switch result {
        case .delivered where !refusals.isEmpty:
            Outcome(
                sink: settings.name,
                failure: Failure(.delivery, refusals.map(\.sentence).joined(separator: "; ")))
        case .delivered(let note): Outcome(sink: settings.name, note: note)
        case .retry(let failure, _), .refused(let failure), .suspended(let failure), .stopped(let failure),
            .deliveredExcept(let failure), .aside(let failure, _, _):
            Outcome(sink: settings.name, failure: failure)
        case .untried, nil:
            Outcome(sink: settings.name, failure: Failure(.delivery, "the sink gave no outcome"))
        }
    }
}

extension SinkEnvironment {
    /// What sinks may use when a command makes them: they see the state and do not change it.
    static func forCommands(
        state: String, version: String,
        writeConsole: @escaping @Sendable ([UInt8]) throws(Failure) -> Void = { _ in }
    ) -> SinkEnvironment {
        let folder = try? StateFolder(state, access: .reading)
        return SinkEnvironment(
            transfers: TransferLoop(), version: version, now: HeraldClock.system.now,
            utcOffset: { WallClock.offset(atSeconds: $0.seconds) }, writeConsole: writeConsole,
            loadState: { folder?.sinks.load($0) })
    }
}
