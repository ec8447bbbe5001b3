/// Why bytes are no feed: what they are instead, and what a person can do.
public struct FeedParsingError: Error, Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case empty
        /// An HTML page; ``FeedParsingError/feedLinks`` holds the feeds it links to.
        case page
        /// A list of feeds.
        case opml
        /// JSON, but neither JSON Feed nor a search answer.
        case otherJSON
        /// XML of another vocabulary.
        case otherXML
        /// Neither markup nor JSON.
        case other
        /// Built to exhaust a parser.
        case hostile
    }

    public var kind: Kind
    /// One line without a full stop: "an HTML page, not a feed".
    public var message: String
    /// What to do next, where that is known.
    public var hint: String?
    /// The addresses of feeds that the page offers, absolute where its address is known.
    public var feedLinks: [String] = []

    public init(_ kind: Kind, _ message: String, hint: String? = nil, feedLinks: [String] = []) {
        self.kind = kind
        self.message = message
        self.hint = hint
        self.feedLinks = feedLinks
    }
}

extension FeedParsingError: CustomStringConvertible {
    /// `message (hint)`.
    public var description: String { message + (hint.map { " (\($0))" } ?? "") }
}
