internal import FeedModel

// The poll state in a marker's head: absent values are left out, so that a healthy feed's is short.

extension JSONWriter {
    mutating func pollState(_ state: PollState) {
        beginObject()
        some("etag", state.validators.etag)
        some("lastModified", state.validators.lastModified)
        some("bodyDigest", state.bodyDigest.map(StableHash.hex))
        some("lastPoll", state.lastPoll)
        some("lastSuccess", state.lastSuccess)
        some("nextPoll", state.nextPoll)
        some("nextPollReason", state.nextPollReason)
        some("lastAnswer", state.lastAnswer)
        if state.failures != 0 {
            key("failures")
            int(state.failures)
        }
        some("failingSince", state.failingSince)
        some("lastFailure", state.lastFailure)
        if state.isFailureAnnounced { member("failureAnnounced", true) }
        some("goneSince", state.goneSince)
        some("movedURL", state.movedURL)
        some("validatedURL", state.validatedURL)
        if let sighting = state.moveSighting {
            member(
                "moveSighting",
                [
                    "url": .string(sighting.url), "count": .int(sighting.count),
                    "first": .int(sighting.first.milliseconds),
                ])
        }
        if let rate = state.entriesPerDay, rate.isFinite {
            key("entriesPerDay")
            // Six places are more than anybody knows of a rate, and few digits are read without rounding.
            raw("\(rate > 0.001 && rate < 1e9 ? (rate * 1e6).rounded() / 1e6 : rate)")
        }
        some("rateAsOf", state.rateAsOf)
        some("addressDigest", state.addressDigest.map(StableHash.hex))
        some("hostPausedUntil", state.hostPausedUntil)
        if !state.hints.isEmpty { member("hints", state.hints.json) }
        endObject()
    }
}

extension PollState {
    /// Reads what ``JSONWriter/pollState(_:)`` wrote, in its order.
    init(_ cursor: inout JSONCursor) {
        self.init()
        cursor.beginObject()
        validators.etag = cursor.isNext("etag") ? cursor.string() : nil
        validators.lastModified = cursor.isNext("lastModified") ? cursor.string() : nil
        bodyDigest = cursor.isNext("bodyDigest") ? cursor.hex() : nil
        lastPoll = cursor.isNext("lastPoll") ? cursor.timestamp() : nil
        lastSuccess = cursor.isNext("lastSuccess") ? cursor.timestamp() : nil
        nextPoll = cursor.isNext("nextPoll") ? cursor.timestamp() : nil
        nextPollReason = cursor.isNext("nextPollReason") ? cursor.string() : nil
        lastAnswer = cursor.isNext("lastAnswer") ? cursor.string() : nil
        takeFailures(&cursor)
        if cursor.isNext("movedURL") { movedURL = cursor.string() }
        if cursor.isNext("validatedURL") { validatedURL = cursor.string() }
        if cursor.isNext("moveSighting") { moveSighting = MoveSighting(cursor.value()) }
        entriesPerDay = cursor.isNext("entriesPerDay") ? cursor.double() : nil
        rateAsOf = cursor.isNext("rateAsOf") ? cursor.timestamp() : nil
        addressDigest = cursor.isNext("addressDigest") ? cursor.hex() : nil
        if cursor.isNext("hostPausedUntil") { hostPausedUntil = cursor.timestamp() }
        if cursor.isNext("hints") { hints = PublisherHints(cursor.value()) }
        cursor.endObject()
    }

    private mutating func takeFailures(_ cursor: inout JSONCursor) {
        if cursor.isNext("failures") { failures = cursor.int() }
        if cursor.isNext("failingSince") { failingSince = cursor.timestamp() }
        if cursor.isNext("lastFailure") { lastFailure = cursor.string() }
        if cursor.isNext("failureAnnounced") { isFailureAnnounced = cursor.bool() }
        if cursor.isNext("goneSince") { goneSince = cursor.timestamp() }
    }

    init(_ value: JSONValue?) {
        self.init()
        validators = Validators(
            etag: value?["etag"]?.string, lastModified: value?["lastModified"]?.string)
        bodyDigest = value?["bodyDigest"]?.string.flatMap { UInt64($0, radix: 16) }
        lastPoll = value?["lastPoll"]?.timestamp
        lastSuccess = value?["lastSuccess"]?.timestamp
        nextPoll = value?["nextPoll"]?.timestamp
        nextPollReason = value?["nextPollReason"]?.string
        lastAnswer = value?["lastAnswer"]?.string
        self.failures = value?["failures"]?.int ?? 0
        self.failingSince = value?["failingSince"]?.timestamp
        self.lastFailure = value?["lastFailure"]?.string
        self.isFailureAnnounced = value?["failureAnnounced"]?.bool ?? false
        self.goneSince = value?["goneSince"]?.timestamp
        self.movedURL = value?["movedURL"]?.string
        self.validatedURL = value?["validatedURL"]?.string
        self.moveSighting = MoveSighting(value?["moveSighting"])
        entriesPerDay = value?["entriesPerDay"]?.double
        rateAsOf = value?["rateAsOf"]?.timestamp
        addressDigest = value?["addressDigest"]?.string.flatMap { UInt64($0, radix: 16) }
        self.hostPausedUntil = value?["hostPausedUntil"]?.timestamp
        self.hints = PublisherHints(value?["hints"])
    }
}

extension MoveSighting {
    fileprivate init?(_ value: JSONValue?) {
        guard let value, let url = value["url"]?.string, let first = value["first"]?.timestamp else {
            return nil
        }
        self.init(url: url, count: value["count"]?.int ?? 1, first: first)
    }
}

extension PublisherHints {
    fileprivate var json: JSONValue {
        [
            "freshSeconds": freshSeconds.map { .int($0) } ?? .null,
            "ttlMinutes": ttlMinutes.map { .int($0) } ?? .null,
            "skipHours": .array(skipHours.map { .int($0) }),
            "skipDays": .array(skipDays.map { .int($0) }),
        ]
    }

    fileprivate init(_ value: JSONValue?) {
        self.init()
        freshSeconds = value?["freshSeconds"]?.int
        ttlMinutes = value?["ttlMinutes"]?.int
        skipHours = value?["skipHours"]?.array?.compactMap(\.int) ?? []
        skipDays = value?["skipDays"]?.array?.compactMap(\.int) ?? []
    }
}
