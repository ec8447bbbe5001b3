public import FeedModel

/// The publisher's wishes as a floor under the next poll, none of them obeyed for more than a day.
public struct PollFloor {
    let hints: PublisherHints
    let started: Timestamp
    let now: Timestamp

    /// When a poll that was planned for a passed moment may begin: now, or when the publisher's skipHours and skipDays
    /// are over, but a day after the plan at the latest.
    public static func opening(hints: PublisherHints, now: Timestamp, planned: Timestamp) -> Timestamp {
        let floor = PollFloor(hints: hints, started: planned, now: now)
        return max(now, min(floor.opening(from: now), planned + .seconds(86_400)))
    }

    /// A later time than the planned one, with its reason; nil when the plan may stand.
    func later(than plan: Timestamp) -> (time: Timestamp, reason: String)? {
        var best: (time: Timestamp, reason: String)?
        func raise(_ time: Timestamp, _ reason: String) {
            if time > best?.time ?? plan { best = (time, reason) }
        }
        if let seconds = hints.freshSeconds { raise(now + .seconds(min(seconds, 86_400)), "Cache-Control") }
        if let minutes = hints.ttlMinutes { raise(started + .seconds(min(minutes, 1440) * 60), "ttl") }
        let start = best?.time ?? plan
        let open = opening(from: start)
        if open > start { best = (open, "skipHours or skipDays") }
        return best
    }

    /// The first moment from `start` on that no skip hour or day covers; the whole wait ends a day after it.
    private func opening(from start: Timestamp) -> Timestamp {
        guard !hints.skipHours.isEmpty || !hints.skipDays.isEmpty else { return start }
        let end = start + .seconds(86_400)
        var time = start
        while time < end, isSkipped(time) {
            time = Timestamp(seconds: (time.seconds / 3600 + 1) * 3600)
        }
        return min(time, end)
    }

    private func isSkipped(_ time: Timestamp) -> Bool {
        let hour = Int(time.seconds / 3600 % 24)
        let day = Int((time.seconds / 86_400 + 4) % 7)  // 1970-01-01 was a Thursday
        return hints.skipHours.contains(hour) || hints.skipDays.contains(day)
    }
}
