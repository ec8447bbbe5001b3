/// When a connection may open streams and when it must prove that it lives; the time is passed in.
///
/// Apple's servers allow a token's connection one stream until a request was answered, and far more afterwards
/// (facts seen: 500 to 1,500), so the first request goes alone and the server's SETTINGS govern from then on.
struct PushPacer {
    /// What must happen on the connection now.
    enum Action: Hashable {
        case none
        case ping
        /// It is dead: give up.
        case abandon(PushError)
    }

    private let limits: PushLimits
    /// Whether a request was answered on this connection.
    private(set) var isProven = false
    /// The last sign of life from the server.
    private var heard: ContinuousClock.Instant
    /// When the PING under way was sent.
    private var pinged: ContinuousClock.Instant?
    /// Since when requests wait without any stream being open.
    private var blockedSince: ContinuousClock.Instant?

    init(_ limits: PushLimits, now: ContinuousClock.Instant) {
        self.limits = limits
        heard = now
    }

    /// How many streams may be opened now.
    func room(inFlight: Int, serverLimit: Int, now: ContinuousClock.Instant) -> Int {
        if pinged != nil || heard.duration(to: now) >= limits.probeAfter, inFlight == 0 { return 0 }
        let allowed = min(limits.streams, serverLimit)
        return isProven ? max(0, allowed - inFlight) : inFlight == 0 ? min(1, allowed) : 0
    }

    mutating func heardFromServer(now: ContinuousClock.Instant) { heard = now }

    mutating func answered() { isProven = true }

    mutating func pingAnswered() { pinged = nil }

    /// What is due, given what waits and what is under way.
    mutating func action(waiting: Int, inFlight: Int, now: ContinuousClock.Instant) -> Action {
        blockedSince = waiting > 0 && inFlight == 0 ? blockedSince ?? now : nil
        if let pinged {
            guard pinged.duration(to: now) >= limits.ping else { return .none }
            return .abandon(.stalled("no answer to a PING in \(limits.ping)"))
        }
        if let blockedSince, blockedSince.duration(to: now) >= limits.answer {
            return .abandon(.stalled("the server allows no stream since \(limits.answer)"))
        }
        let idle = heard.duration(to: now)
        guard idle >= limits.upkeep || (waiting > 0 && inFlight == 0 && idle >= limits.probeAfter) else {
            return .none
        }
        pinged = now
        return .ping
    }

    /// When ``action(waiting:inFlight:now:)`` should be asked again though nothing happened.
    func nextCheck(now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        if let pinged { return pinged + limits.ping }
        let upkeep = heard + limits.upkeep
        return blockedSince.map { min($0 + limits.answer, upkeep) } ?? upkeep
    }
}
