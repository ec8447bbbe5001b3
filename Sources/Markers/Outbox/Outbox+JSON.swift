internal import FeedModel

extension JSONWriter {
    /// Writes an item of the outbox on one line.
    mutating func outboxItem(_ item: Outbox.Item) {
        beginObject()
        member("kind", item.kind.rawValue)
        member("created", JSONValue.int(item.created.milliseconds))
        if !item.version.isEmpty { member("entryVersion", item.version) }
        key("sinks")
        beginArray()
        for delivery in item.deliveries { self.delivery(delivery) }
        endArray()
        key("feed")
        feedReference(item.feed)
        key("entry")
        entry(item.entry)
        endObject()
    }

    private mutating func delivery(_ delivery: Outbox.Delivery) {
        beginObject()
        member("sink", delivery.sink)
        member("id", delivery.id)
        if case .retry(let at) = delivery.state { member("retryAt", JSONValue.int(at.milliseconds)) }
        if case .aside(let until) = delivery.state {
            member("asideUntil", JSONValue.int(until.milliseconds))
        }
        if delivery.isSuspended { member("suspended", true) }
        if delivery.attempts != 0 { member("attempts", JSONValue.int(delivery.attempts)) }
        some("failure", delivery.failure)
        endObject()
    }
}

extension Outbox.Item {
    init?(_ value: JSONValue) {
        guard let kind = value["kind"]?.string.flatMap({ AnnouncementKind(rawValue: $0) }),
            let created = value["created"]?.timestamp, let feed = FeedReference(value["feed"]),
            let entry = value["entry"].flatMap({ Entry($0) }), let sinks = value["sinks"]?.array
        else { return nil }
        self.kind = kind
        self.created = created
        self.feed = feed
        self.entry = entry
        version = value["entryVersion"]?.string ?? ""
        deliveries = sinks.compactMap { Outbox.Delivery($0) }
        guard deliveries.count == sinks.count, !deliveries.isEmpty else { return nil }
    }
}

extension Outbox.Delivery {
    init?(_ value: JSONValue) {
        guard let sink = value["sink"]?.string, let id = value["id"]?.string else { return nil }
        self.sink = sink
        self.id = id
        if let at = value["retryAt"]?.timestamp { state = .retry(at: at) }
        if let until = value["asideUntil"]?.timestamp { state = .aside(until: until) }
        isSuspended = value["suspended"]?.bool ?? false
        attempts = value["attempts"]?.int ?? 0
        failure = value["failure"]?.string
    }
}
