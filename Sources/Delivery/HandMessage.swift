public import FeedModel

/// A message sent by hand, as `feedherald push` does.
public enum HandMessage {
    /// An announcement that every sink shows as `title` and `body`; a sample where neither is given.
    public static func announcement(
        title: String?, body: String?, sink: String, now: Timestamp
    ) -> Announcement {
        var entry = Entry(id: "push:\(now.milliseconds)")
        entry.title = body ?? (title == nil ? "This is a sample: announcements look like this" : " ")
        entry.published = now
        let feed = FeedReference(name: title ?? "feedherald", url: "push:feedherald")
        return Announcement(
            id: Announcement.makeID(feed: feed.url, entry: entry.id, kind: .new, sink: sink), kind: .new,
            feed: feed, entry: entry, sink: sink, created: now)
    }

    /// The settings with another badge or sound, where the sink is one that knows them; never held back.
    public static func settings(_ settings: SinkSettings, badge: Int?, sound: String?) -> SinkSettings {
        var settings = settings
        settings.digest = nil
        settings.quiet = nil
        guard case .apns(var apns) = settings.kind else { return settings }
        if let badge { apns.badge = .fixed(badge) }
        if let sound { apns.sound = sound }
        settings.kind = .apns(apns)
        return settings
    }
}
