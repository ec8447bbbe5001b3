public import FeedModel

/// Whether a sink's announcements go now or are held, by its digest and quiet hours.
public enum HoldRule {
    /// What becomes of an announcement.
    public enum Decision: Sendable, Hashable {
        case send
        case hold(until: Timestamp)
    }

    /// Decides for the oldest announcement a sink owes; what is newer goes with it in a digest.
    ///
    /// - Parameters:
    ///   - created: when it came to be owed.
    ///   - utcOffset: seconds to add to UTC for local time, as it is now.
    public static func decide(
        _ settings: SinkSettings, created: Timestamp, now: Timestamp, utcOffset: Int
    ) -> Decision {
        let release = release(settings.digest, created: created, utcOffset: utcOffset)
        if now < release {
            return .hold(until: afterQuiet(settings.quiet, release, utcOffset: utcOffset))
        }
        let allowed = afterQuiet(settings.quiet, now, utcOffset: utcOffset)
        return allowed > now ? .hold(until: allowed) : .send
    }

    private static func release(_ digest: DigestRule?, created: Timestamp, utcOffset: Int) -> Timestamp {
        switch digest {
        case nil: created
        case .every(let period): created + period
        case .daily(let minute):
            created + .seconds(secondsUntil(minute: minute, from: created, utcOffset: utcOffset))
        }
    }

    /// The moment itself, or the end of the quiet hours it falls into.
    private static func afterQuiet(_ quiet: QuietHours?, _ time: Timestamp, utcOffset: Int) -> Timestamp {
        guard let quiet, quiet.from != quiet.to else { return time }
        let minute = secondOfDay(time, utcOffset) / 60
        let isQuiet =
            quiet.from < quiet.to
            ? (quiet.from..<quiet.to).contains(minute) : minute >= quiet.from || minute < quiet.to
        guard isQuiet else { return time }
        let end = time + .seconds(secondsUntil(minute: quiet.to, from: time, utcOffset: utcOffset))
        return Timestamp(seconds: end.seconds)
    }

    /// The seconds from `time` to the next time the local clock shows `minute`; never 0.
    private static func secondsUntil(minute: Int, from time: Timestamp, utcOffset: Int) -> Int {
        let rest = minute * 60 - secondOfDay(time, utcOffset)
        return rest > 0 ? rest : rest + 86_400
    }

    private static func secondOfDay(_ time: Timestamp, _ utcOffset: Int) -> Int {
        let local = Int(time.seconds) + utcOffset
        return (local % 86_400 + 86_400) % 86_400
    }
}
