import FeedModel
import Transport

/// What becomes of some messages on their way to some devices: a state machine without network and clock.
struct APNsBatch {
    /// One message for one device.
    struct Job: Hashable {
        var message: Int
        var device: APNsDevice
        /// How often its outcome was unknown.
        var losses = 0
    }

    /// What the connection needs before the next round.
    enum Wish: Int {
        case none, newConnection, newToken
    }

    private let messages: [Message]
    /// What is still to be sent.
    private(set) var pending: [Job] = []
    private(set) var done: [Set<String>]
    private(set) var wish = Wish.none
    private(set) var suspended: Failure?
    /// Devices that are gone, and why.
    private(set) var dropped: [(device: APNsDevice, reason: String, since: Int64?)] = []
    /// Whether any device took anything.
    private(set) var hasSuccess = false
    private var suspects: [APNsDevice: APNsAnswer] = [:]
    private var refused: [Int: Failure] = [:]
    private var later: [Int: (failure: Failure, after: Duration?)] = [:]
    private var notes: [Int: String] = [:]
    /// Whether the server was in trouble.
    private(set) var hasTrouble = false
    private let wasTroubled: Bool
    /// Answers 500 since the last of another kind.
    private(set) var errorsInARow: Int
    private var renewals = 0
    private var reconnects = 0

    /// Pauses Apple asks for; the first trouble, which may be a hiccup, is tried again sooner.
    static let serverPause = Duration.seconds(15 * 60)
    static let busyPause = Duration.seconds(120)
    /// A connection that gives so many 500 in a row goes on doing so; another one does not.
    static let errorLimit = 3

    /// - Parameters:
    ///   - progress: the devices that have got a message already, by its id.
    ///   - wasTroubled: whether the last batch met a server in trouble.
    ///   - errorsInARow: answers 500 on this connection before.
    init(
        _ messages: [Message], to devices: [APNsDevice], progress: [String: Set<String>],
        wasTroubled: Bool = false, errorsInARow: Int = 0
    ) {
        self.messages = messages
        self.wasTroubled = wasTroubled
        self.errorsInARow = errorsInARow
        done = messages.map { progress[$0.id] ?? [] }
        for place in messages.indices {
            for device in devices where !done[place].contains(device.token) {
                pending.append(Job(message: place, device: device))
            }
        }
    }

    /// Takes the jobs for a round; what does not come back through ``record(_:_:renewalPause:)`` is settled.
    mutating func takeRound() -> [Job] {
        defer { pending = [] }
        wish = .none
        return pending
    }

    /// Notes how a job ended; it may become pending again.
    mutating func record(_ job: Job, _ outcome: PushOutcome, renewalPause: Duration) {
        switch outcome {
        case .answered(let response): record(job, APNsAnswer(response), renewalPause)
        case .unprocessed(let fault):
            noteFarewell(fault)
            pending.append(job)
        case .unknown(let fault):
            noteFarewell(fault)
            var job = job
            job.losses += 1
            // Sent again with the same ids: a device that has got it shows it once.
            if job.losses < 3 {
                pending.append(job)
            } else {
                postpone(job, Failure(.delivery, fault.description), nil)
            }
        }
    }

    /// Reads the reason that a GOAWAY may carry, which is one of those of answers.
    private mutating func noteFarewell(_ fault: PushError) {
        guard case .goAway(_, let text) = fault, let reason = APNsAnswer.reason(ofGoAway: text) else {
            return
        }
        switch APNsReaction.to(status: 403, reason: reason) {
        case .suspend:
            suspended = Failure(
                .delivery, "Apple ended the connection: \(reason.rawValue)", hint: reason.hint)
        case .renewToken: ask(.newToken)
        default: break
        }
    }

    private mutating func record(_ job: Job, _ answer: APNsAnswer, _ renewalPause: Duration) {
        errorsInARow = answer.status == 500 ? errorsInARow + 1 : 0
        switch answer.reaction {
        case .delivered:
            hasSuccess = true
            done[job.message].insert(job.device.token)
            notes[job.message] = answer.id ?? notes[job.message]
        case .dropDevice(let since): drop(job, answer, since)
        case .suspectDevice: suspects[job.device] = answer
        case .suspend: suspend(job, answer)
        case .refuse: refused[job.message] = answer.failure
        case .retry: postpone(job, answer.failure, Self.busyPause)
        case .serverTrouble(let renew):
            hasTrouble = true
            if renew || errorsInARow >= Self.errorLimit {
                ask(.newConnection)
                errorsInARow = 0
            }
            postpone(job, answer.failure, wasTroubled ? Self.serverPause : nil)
        case .renewToken, .reconnect: tryAgain(job, answer)
        case .keepToken: postpone(job, answer.failure, max(renewalPause, .seconds(60)))
        }
    }

    private mutating func tryAgain(_ job: Job, _ answer: APNsAnswer) {
        let isToken = answer.reaction == .renewToken
        let isTried = (isToken ? renewals : reconnects) > 0 && wish == .none
        guard !isTried else {
            return isToken ? suspend(job, answer) : postpone(job, answer.failure, nil)
        }
        if wish == .none { if isToken { renewals += 1 } else { reconnects += 1 } }
        ask(isToken ? .newToken : .newConnection)
        pending.append(job)
    }

    /// Nothing goes until a person helps; this device still lacks the message.
    private mutating func suspend(_ job: Job, _ answer: APNsAnswer) {
        suspended = answer.failure
        postpone(job, answer.failure, nil)
    }

    private mutating func ask(_ new: Wish) { if new.rawValue > wish.rawValue { wish = new } }

    private mutating func postpone(_ job: Job, _ failure: Failure, _ after: Duration?) {
        let before = later[job.message]?.after
        later[job.message] = (failure, [before, after].compactMap(\.self).max())
    }

    private mutating func drop(_ job: Job, _ answer: APNsAnswer, _ since: Int64?) {
        if let registered = job.device.registeredAt, let since, registered >= since {
            // Registered again after Apple last knew it to be gone: Apple will learn of it.
            return postpone(job, answer.failure, Self.busyPause)
        }
        guard !dropped.contains(where: { $0.device == job.device }) else { return }
        dropped.append((job.device, answer.text, since))
        pending.removeAll { $0.device == job.device }
    }

    /// Puts off everything that is pending.
    mutating func postponeAll(_ failure: Failure) {
        for job in pending { postpone(job, failure, nil) }
        pending = []
    }

    /// Settles which devices were to blame: where another one works, a refused token is its own fault, else the
    /// settings are wrong.
    mutating func judge(hadSuccessBefore: Bool) {
        for (device, answer) in suspects.sorted(by: { $0.key.token < $1.key.token }) {
            if hasSuccess || hadSuccessBefore {
                dropped.append((device, answer.text, nil))
            } else {
                suspended =
                    suspended
                    ?? Failure(
                        .delivery, "no device token is good for this app: \(answer.text)",
                        hint: answer.reason?.hint)
            }
        }
    }

    /// The outcome of each message; where a device still lacks one, it is tried again for that device alone.
    func outcomes() -> [DeliveryOutcome] {
        messages.indices.map { place in
            if let suspended, !isComplete(place) { return .suspended(suspended) }
            if let (failure, after) = later[place] { return .retry(failure, after: after) }
            guard !done[place].isEmpty else {
                return refused[place].map { .refused($0) } ?? .suspended(.noDevice)
            }
            return .delivered(note: notes[place].map { "apns-id \($0)" })
        }
    }

    private func isComplete(_ place: Int) -> Bool {
        !done[place].isEmpty && later[place] == nil && !pending.contains { $0.message == place }
            && suspects.isEmpty
    }
}

extension Failure {
    /// What was pushed reached nobody, and is owed until somebody can be reached.
    static let noDevice = Failure(
        .delivery, "no device is left to push to", hint: "all devices were dropped; register them anew")
}
