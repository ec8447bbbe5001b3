public import FeedModel

/// Makes sinks of settings.
public enum SinkFactory {
    /// Makes a sink and checks at once all that can be checked without a network: templates, keys, certificates,
    /// topics, device tokens, addresses.
    ///
    /// - Throws: a failure that says which setting is wrong and what to do.
    public static func make(
        _ settings: SinkSettings, environment: SinkEnvironment
    ) throws(Failure) -> any Sink {
        var worded = settings
        // A command's body template is the text on its stdin, not the message's.
        if case .command = settings.kind { worded.body = nil }
        let texts = try MessageTemplates(worded)
        switch settings.kind {
        case .console: return ConsoleSink(settings, texts, environment)
        case .apns(let apns): return try APNsSink(settings, apns, texts, environment)
        case .webhook(let webhook):
            let sender = try WebhookSender(settings, webhook, environment)
            return MessageSink(settings, texts, sender, batch: sender.batch, width: 8)
        case .ntfy(let ntfy):
            return MessageSink(settings, texts, try NtfySender(settings, ntfy, environment))
        case .email(let email):
            return MessageSink(settings, texts, try EmailSender(settings, email, environment))
        case .command(let command):
            return MessageSink(settings, texts, try CommandSender(settings, command))
        case .mqtt(let mqtt):
            return MessageSink(settings, texts, try MQTTSender(settings, mqtt, environment))
        case .file(let file): return try FileSink(settings, file)
        }
    }
}
