import FeedModel
import Transport

/// The rules of ``PollSettlement`` at work; all of it is arithmetic on what it is given.
struct PollSettler {
    let answer: FeedAnswer
    let subscription: Subscription
    let rules: PollRules
    let started: Timestamp
    let now: Timestamp
    let jitter: Double
    /// As it was before the poll, until ``settle(_:)``.
    private(set) var state: PollState
    private(set) var notices: [PollNotice] = []
    private(set) var failure: Failure?
    private(set) var hostPause: Timestamp?

    init(
        old: consuming PollState, answer: FeedAnswer, subscription: Subscription, rules: PollRules,
        started: Timestamp, now: Timestamp, jitter: Double
    ) {
        self.answer = answer
        self.subscription = subscription
        self.rules = rules
        self.started = started
        self.now = now
        self.jitter = jitter
        state = old
    }

    mutating func settle(_ reading: DocumentReading?) {
        state.lastPoll = started
        switch (answer.meaning, reading) {
        case (.unchanged, _):
            state.lastAnswer = "304"
            keepNewValidators()
            succeed(new: 0)
        case (.document, .feed(let hints, let entries, let new, let rate)):
            state.lastAnswer = "200, \(entries) \(entries == 1 ? "entry" : "entries")"
            takeValidators()
            state.bodyDigest = answer.bodyDigest()
            takeHints(hints)
            if state.entriesPerDay == nil { startRate(rate) }
            succeed(new: new)
        case (.document, .same):
            state.lastAnswer = "200, the same document"
            takeValidators()
            // A whole answer speaks for itself: what the last one said of its freshness is over.
            state.hints.freshSeconds = nil
            succeed(new: 0)
        case (.document, .unreadable(let failure)): fail(failure)
        case (.document, nil): fail(Failure(.parsing, "the document was not read"))
        case (.gone, _): end()
        case (.limited, _): pause()
        case (.failed, _): fail(answer.failure ?? Failure(.polling, "no usable answer"))
        }
    }
}

// MARK: Success

extension PollSettler {
    private mutating func succeed(new: Int) {
        if state.isFailureAnnounced {
            notices.append(.recovered(failedFor: now - (state.failingSince ?? now)))
        }
        state.lastSuccess = now
        state.failures = 0
        state.failingSince = nil
        state.lastFailure = nil
        state.isFailureAnnounced = false
        state.hostPausedUntil = nil
        switch answer.freshness {
        case .silent: break
        case .stale: state.hints.freshSeconds = nil
        case .fresh(let time): state.hints.freshSeconds = Int(time.components.seconds)
        }
        state.entriesPerDay = PublishRate.updated(
            state.entriesPerDay, asOf: state.rateAsOf, new: new, now: now)
        if state.entriesPerDay != nil { state.rateAsOf = now }
        judgeMove()
        plan()
    }

    private mutating func takeValidators() {
        state.validators = answer.validators
        state.validatedURL = answer.redirects.isEmpty ? nil : HTTPRequest.withoutQuery(answer.url)
    }

    /// A 304 keeps what it does not mention and brings what it does (RFC 9111 §4.3.4).
    private mutating func keepNewValidators() {
        if let etag = answer.validators.etag { state.validators.etag = etag }
        if let date = answer.validators.lastModified { state.validators.lastModified = date }
    }

    /// A new document's own hints; how long it is fresh comes with the headers, or not at all.
    private mutating func takeHints(_ hints: PublisherHints) {
        state.hints = hints
    }

    private mutating func startRate(_ rate: Double?) {
        state.entriesPerDay = rate
        state.rateAsOf = rate == nil ? nil : now
    }

    /// Sets the next poll: the interval from the start of this one, moved later by the publisher's wishes.
    private mutating func plan() {
        var interval = rules.delay
        var reason: String?
        if let limit = rules.adaptiveLimit {
            interval = PublishRate.interval(state.entriesPerDay, delay: rules.delay, limit: limit)
            if interval > rules.delay { reason = "adaptive" }
        }
        var next = max(now, started + interval)
        if !subscription.ignoresHints {
            let floor = PollFloor(hints: state.hints, started: started, now: now)
            if let later = floor.later(than: next) { (next, reason) = (later.time, later.reason) }
        }
        state.nextPoll = next
        state.nextPollReason = reason
    }

    /// Counts sights of a permanent redirect, and adopts its target once it has proved itself.
    private mutating func judgeMove() {
        guard let target = answer.redirects.prefix(while: \.isPermanent).last?.url else {
            state.moveSighting = nil
            return
        }
        var sighting = MoveSighting(url: target, count: 1, first: now)
        if let last = state.moveSighting, last.url == target {
            sighting = MoveSighting(url: target, count: last.count + 1, first: last.first)
        }
        state.moveSighting = sighting
        guard sighting.count >= rules.moveSights, now - sighting.first >= rules.moveSpan else { return }
        state.moveSighting = nil
        state.movedURL = target
        notices.append(.moved(to: target))
    }
}

// MARK: Failure

extension PollSettler {
    private mutating func fail(_ failure: Failure) {
        note(failure)
        var wait = rules.backOff(failures: state.failures, jitter: jitter)
        var reason = "back-off after \(state.failures) \(state.failures == 1 ? "failure" : "failures")"
        if let asked = answer.retryAfter, asked > wait {
            wait = rules.jittered(asked, jitter)
            reason = "Retry-After"
        }
        state.nextPoll = now + min(wait, RetryAfter.cap + rules.delay)
        state.nextPollReason = reason
    }

    private mutating func pause() {
        note(answer.failure ?? Failure(.polling, "too many requests"))
        let asked = answer.retryAfter.map { rules.jittered($0, jitter) }
        let backOff = max(rules.leastPause, rules.backOff(failures: state.failures, jitter: jitter))
        let until = max(now + (asked ?? backOff), started + rules.delay)
        hostPause = now + (asked ?? backOff)
        state.hostPausedUntil = hostPause
        state.nextPoll = until
        state.nextPollReason = asked == nil ? "the host wants quiet" : "Retry-After"
    }

    private mutating func end() {
        let failure = answer.failure ?? Failure(.polling, "HTTP 410")
        self.failure = failure
        state.lastAnswer = "HTTP 410"
        state.lastFailure = failure.message
        if state.goneSince == nil { notices.append(.gone(failure)) }
        state.goneSince = state.goneSince ?? now
        state.nextPoll = nil
        state.nextPollReason = "gone for good"
    }

    /// Counts a failure and says so once, when it has lasted.
    private mutating func note(_ failure: Failure) {
        self.failure = failure
        state.lastAnswer = answer.status.map { "HTTP \($0)" } ?? failure.message
        state.lastFailure = failure.message
        state.failures += 1
        state.moveSighting = nil
        let since = state.failingSince ?? now
        state.failingSince = since
        if let moved = state.movedURL, state.failures >= 3, answer.meaning != .limited {
            state.movedURL = nil
            notices.append(.movedBack(from: moved))
        }
        guard !state.isFailureAnnounced, state.failures >= 3, now - since >= rules.announceFailureAfter else {
            return
        }
        state.isFailureAnnounced = true
        notices.append(.failing(failure, since: since))
    }
}
