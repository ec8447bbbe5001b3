import FeedModel

/// Builds the JSON of a push, within Apple's 4096 bytes.
struct APNsPayload: Sendable {
    /// The most bytes Apple takes (voip apart).
    static let limit = 4096

    private let settings: APNsSettings
    private let custom: JSONTemplate?
    private let subtitle: Template?

    /// Reads the templates of the settings.
    init(_ settings: APNsSettings) throws(Failure) {
        self.settings = settings
        custom = settings.payload.isEmpty ? nil : try JSONTemplate(.object(settings.payload))
        guard custom?.value["aps"] == nil else {
            throw Failure(
                .delivery, "\"payload\" holds \"aps\"", hint: "the keys of aps have settings of their own")
        }
        subtitle =
            if let text = settings.subtitle { try Template(text) } else { nil }
    }

    private struct Alert {
        var title: String
        var subtitle: String
        var body: String
    }

    private static let tooLarge = Failure(
        .delivery, "the keys of \"payload\" alone exceed Apple's 4096 bytes",
        hint: "leave long texts such as {{entry.summary}} out of \"payload\"")

    /// The payload of a message; body, subtitle and title, in this order, are shortened until it fits.
    ///
    /// - Throws: when the settings' own keys alone exceed the limit.
    func make(_ message: Message, badge: Int?) throws(Failure) -> [UInt8] {
        let values = TemplateValues(message)
        var alert = Alert(
            title: message.title, subtitle: subtitle.map { SafeText.line($0.render(values)) } ?? "",
            body: message.body)
        let members = customMembers(message, values)
        var bytes = encoded(message, alert, badge, members)
        for part in [\Alert.body, \Alert.subtitle, \Alert.title] where bytes.count > Self.limit {
            let text = alert[keyPath: part]
            alert[keyPath: part] = ""
            // An absent subtitle or title saves its key as well: leave room for it.
            let room = Self.limit - encoded(message, alert, badge, members).count - 14
            if room > 3 { alert[keyPath: part] = TextCut.bytes(text, room, size: TextCut.jsonSize) }
            bytes = encoded(message, alert, badge, members)
        }
        guard bytes.count <= Self.limit else { throw Self.tooLarge }
        return bytes
    }

    private func customMembers(_ message: Message, _ values: TemplateValues) -> [JSONMember] {
        if let custom { return custom.render(values).members ?? [] }
        var members = [JSONMember("id", .string(message.id))]
        if let link = message.link { members.append(JSONMember("url", .string(link))) }
        return members
    }

    private func encoded(
        _ message: Message, _ alert: Alert, _ badge: Int?, _ members: [JSONMember]
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("aps")
        writer.beginObject()
        if settings.pushType == "background" {
            writer.member("content-available", 1)
        } else {
            write(alert, to: &writer)
            if let badge { writer.member("badge", .int(badge)) }
            writeManner(of: message, to: &writer)
        }
        writer.endObject()
        for member in members { writer.member(member.key, member.value) }
        writer.endObject()
        return writer.bytes
    }

    /// An absent title is left out; `action-loc-key: null` leaves one button on old systems.
    private func write(_ alert: Alert, to writer: inout JSONWriter) {
        writer.key("alert")
        writer.beginObject()
        if !alert.title.isEmpty { writer.member("title", .string(alert.title)) }
        if !alert.subtitle.isEmpty { writer.member("subtitle", .string(alert.subtitle)) }
        writer.member("body", .string(alert.body))
        if settings.hasOneButton { writer.member("action-loc-key", .null) }
        writer.endObject()
    }

    private func writeManner(of message: Message, to writer: inout JSONWriter) {
        if let sound = settings.sound { writer.member("sound", .string(sound)) }
        if message.feeds.count == 1, let feed = message.feeds.first {
            writer.member("thread-id", .string(StableHash.hex(StableHash.of(feed.url))))
        }
        if let category = settings.category { writer.member("category", .string(category)) }
        if settings.isMutable { writer.member("mutable-content", 1) }
        if let level = settings.interruptionLevel { writer.member("interruption-level", .string(level)) }
    }
}
