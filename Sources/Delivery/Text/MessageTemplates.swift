public import FeedModel

/// The templates by which a sink's settings replace the usual title, body and link.
public struct MessageTemplates: Sendable, Hashable {
    public var title: Template?
    public var body: Template?
    public var url: Template?

    /// No templates: the usual texts.
    public static let none = MessageTemplates()

    private init() {}

    /// Reads the templates of a sink; a failure names the one that cannot be read.
    public init(_ settings: SinkSettings) throws(Failure) {
        if let text = settings.title { title = try Template(text) }
        if let text = settings.body { body = try Template(text) }
        if let text = settings.url { url = try Template(text) }
    }
}
