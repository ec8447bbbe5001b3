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

    /// Why something is put off, and for how long at least.
    struct Lag: Hashable {
        var failure: Failure
        var after: Duration?
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
    private var delivered: Set<String> = []
    private var reached: Set<Int> = []
    private let devices: [APNsDevice]
    private let pauses: [String: APNsState.Pause]
    private var suspects: [APNsDevice: APNsAnswer] = [:]
    /// The devices that will never take a message, by their tokens, and why.
    private(set) var refused: [[String: String]]
    /// Devices that must wait, why, and how long they or the server asked for.
    private(set) var laggards: [APNsDevice: Lag] = [:]
    /// Trouble that all devices share.
    private var general: Lag?
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
    ///   - state: which devices have got a message already, which refused it, and which must wait until after `now`.
    ///   - wasTroubled: whether the last batch met a server in trouble.
    ///   - errorsInARow: answers 500 on this connection before.
    init(
        _ messages: [Message], to devices: [APNsDevice], state: APNsState, now: Timestamp,
        wasTroubled: Bool = false, errorsInARow: Int = 0
    ) {
        self.messages = messages
        self.devices = devices
        let pauses = state.pauses.filter { $0.value.until > now.milliseconds }
        self.pauses = pauses
        self.wasTroubled = wasTroubled
        self.errorsInARow = errorsInARow
        done = messages.map { state.progress[$0.id] ?? [] }
        refused = messages.map { state.refusals[$0.id] ?? [:] }
        for place in messages.indices {
            for device in lacking(place) where pauses[device.token] == nil {
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
    mutating func record(_ job: Job, _ outcome: PushOutcome, renewalPause: Duration, now: Timestamp) {
        switch outcome {
        case .answered(let response): record(job, APNsAnswer(response, now: now), renewalPause)
        case .unprocessed(.heldBack): if isWell(job.device) { pending.append(job) }
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
                pending.removeAll { $0.device == job.device }
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
            delivered.insert(job.device.token)
            reached.insert(job.message)
            done[job.message].insert(job.device.token)
            notes[job.message] = answer.id ?? notes[job.message]
        case .dropDevice(let since): drop(job, answer, since)
        case .suspectDevice: suspects[job.device] = answer
        case .suspend: suspend(answer)
        case .refuse: refused[job.message][job.device.token] = answer.failure.sentence
        case .retry: postpone(job, answer.failure, answer.wish ?? Self.busyPause)
        case .serverTrouble(let renew):
            hasTrouble = true
            if renew || errorsInARow >= Self.errorLimit {
                ask(.newConnection)
                errorsInARow = 0
            }
            postpone(job, answer.failure, answer.wish)
        case .renewToken, .reconnect: tryAgain(job, answer)
        case .keepToken:
            put(off: answer.failure, max(renewalPause, answer.wish ?? .zero, .seconds(60)))
        }
    }

    private mutating func tryAgain(_ job: Job, _ answer: APNsAnswer) {
        let isToken = answer.reaction == .renewToken
        let isTried = (isToken ? renewals : reconnects) > 0 && wish == .none
        guard !isTried else {
            return isToken ? suspend(answer) : put(off: answer.failure, answer.wish)
        }
        if wish == .none { if isToken { renewals += 1 } else { reconnects += 1 } }
        ask(isToken ? .newToken : .newConnection)
        pending.append(job)
    }

    /// Nothing goes until a person helps.
    private mutating func suspend(_ answer: APNsAnswer) { suspended = answer.failure }

    private mutating func ask(_ new: Wish) { if new.rawValue > wish.rawValue { wish = new } }

    private mutating func postpone(_ job: Job, _ failure: Failure, _ after: Duration?) {
        let before = laggards[job.device]?.after
        laggards[job.device] = Lag(failure: failure, after: [before, after].compactMap(\.self).max())
    }

    private mutating func put(off failure: Failure, _ after: Duration?) {
        general = Lag(failure: failure, after: [general?.after, after].compactMap(\.self).max())
    }

    /// Whether more may be sent to a device in this batch.
    private func isWell(_ device: APNsDevice) -> Bool {
        laggards[device] == nil && suspects[device] == nil && !isDropped(device)
    }

    private func isDropped(_ device: APNsDevice) -> Bool { dropped.contains { $0.device == device } }

    /// The devices that a message must still go to.
    private func lacking(_ place: Int) -> [APNsDevice] {
        devices.filter { device in
            !done[place].contains(device.token) && refused[place][device.token] == nil && !isDropped(device)
        }
    }

    /// Whether the trouble is the service's, not that of some devices: all that are not out of it already have it.
    var isGeneral: Bool {
        if general != nil { return true }
        return !laggards.isEmpty
            && devices.allSatisfy {
                laggards[$0] != nil || pauses[$0.token] != nil || isDropped($0)
            }
    }

    private mutating func drop(_ job: Job, _ answer: APNsAnswer, _ since: Int64?) {
        if let registered = job.device.registeredAt, let since, registered >= since {
            // Registered again after Apple last knew it to be gone: Apple will learn of it.
            let text = "Apple answered \(answer.text) of a time before the device was registered"
            return postpone(job, Failure(.delivery, text), answer.wish ?? Self.busyPause)
        }
        guard !isDropped(job.device) else { return }
        dropped.append((job.device, answer.text, since))
        pending.removeAll { $0.device == job.device }
    }

    /// Puts off everything that is pending.
    mutating func postponeAll(_ failure: Failure, after: Duration? = nil) {
        if !pending.isEmpty { put(off: failure, after) }
        pending = []
    }

    /// Settles which devices were to blame.
    ///
    /// Where another one works, a refused token is its own fault. Where all are refused at once, the settings are
    /// wrong, even if they were right before.
    mutating func judge(hadSuccessBefore: Bool) {
        let knownGood = devices.contains { device in
            suspects[device] == nil && !isDropped(device)
                && (hadSuccessBefore || done.contains { $0.contains(device.token) })
        }
        for (device, answer) in suspects.sorted(by: { $0.key.token < $1.key.token }) {
            if hasSuccess || knownGood {
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

    /// Devices that took something and had no trouble after it.
    var recovered: Set<String> { delivered.subtracting(laggards.keys.map(\.token)) }

    /// The outcome of each message; where a device still lacks one, it is tried again for that device alone.
    ///
    /// - Parameter state: says until when each device that has trouble of its own waits.
    func outcomes(_ state: APNsState, now: Timestamp) -> [DeliveryOutcome] {
        let waits = state.pauses.filter { $0.value.until > now.milliseconds }
        return messages.indices.map { outcome($0, waits) }
    }

    private func outcome(_ place: Int, _ pauses: [String: APNsState.Pause]) -> DeliveryOutcome {
        let lacking = lacking(place)
        guard !lacking.isEmpty else { return end(place) }
        if let suspended { return .suspended(suspended) }
        let waits = lacking.compactMap { device in pauses[device.token].map { (device, $0) } }
        guard waits.count == lacking.count, let (device, wait) = waits.min(by: { $0.1.until < $1.1.until })
        else {
            let own = lacking.compactMap { laggards[$0] }.max { ($0.after ?? .zero) < ($1.after ?? .zero) }
            let lag = general ?? own ?? Lag(failure: failure("a device was not reached"))
            return .retry(lag.failure, after: pause(lag))
        }
        return .aside(
            Failure(.delivery, "the device \(device.label) waits: \(wait.reason)"),
            until: Timestamp(milliseconds: wait.until), reached: reached.contains(place))
    }

    /// The first trouble of the server may be a hiccup; when it comes again, Apple's quarter of an hour counts.
    private func pause(_ lag: Lag) -> Duration? {
        lag.after ?? (hasTrouble && wasTroubled ? Self.serverPause : nil)
    }

    /// How a message ended that no device waits for.
    private func end(_ place: Int) -> DeliveryOutcome {
        guard !refused[place].isEmpty else {
            if let suspended, done[place].isEmpty { return .suspended(suspended) }
            return done[place].isEmpty
                ? .suspended(.noDevice) : .delivered(note: notes[place].map { "apns-id \($0)" })
        }
        let reasons = refused[place].sorted { $0.key < $1.key }
        if done[place].isEmpty, Set(reasons.map(\.value)).count == 1 {
            return .refused(failure(reasons[0].value))
        }
        let text = reasons.map { token, reason in
            "the device \((devices.first { $0.token == token } ?? APNsDevice(token: token)).label): \(reason)"
        }.joined(separator: "; ")
        return done[place].isEmpty ? .refused(failure(text)) : .deliveredExcept(failure(text))
    }

    private func failure(_ text: String) -> Failure { Failure(.delivery, text) }
}

extension Failure {
    /// What was pushed reached nobody, and is owed until somebody can be reached.
    static let noDevice = Failure(
        .delivery, "no device is left to push to", hint: "all devices were dropped; register them anew")
}
