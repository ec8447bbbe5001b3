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
        let texts = try MessageTemplates(settings)
        switch settings.kind {
        case .console: return ConsoleSink(settings, texts, environment)
        case .apns(let apns): return try APNsSink(settings, apns, texts, environment)
        default:
            throw Failure(.delivery, "sinks of type \(settings.typeName) are not built yet")
        }
    }
}
