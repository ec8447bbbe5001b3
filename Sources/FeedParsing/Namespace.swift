/// The vocabularies that readers know; everything else is ``other``.
///
/// URIs are compared loosely, as publishers write them: case, blanks around, a missing or surplus last slash or hash,
/// https for http.
enum Namespace: Hashable {
    /// No namespace, or the root's own unknown one: the format's native names.
    case native
    case atom10
    case atom03
    case rss10
    case rss090
    case rss20
    case rdf
    case dublinCore
    case dcTerms
    case content
    case media
    case itunes
    case syndication
    case xhtml
    case other

    /// Whether names in it are RSS's own.
    var isRSS: Bool {
        switch self {
        case .native, .rss10, .rss090, .rss20: true
        default: false
        }
    }

    var isAtom: Bool { self == .atom10 || self == .atom03 }

    init(uri: String) {
        self =
            Self.known[Self.folded(uri)]
            ?? (Self.folded(uri).hasPrefix("http://purl.org/atom/ns") ? .atom03 : .other)
    }

    /// What a well-known prefix means where it is bound to a URI that nobody knows.
    init?(prefix: String) {
        guard let space = Self.prefixes[prefix.lowercased()] else { return nil }
        self = space
    }

    private static let prefixes: [String: Namespace] = [
        "dc": .dublinCore, "dcterms": .dcTerms, "content": .content, "media": .media, "itunes": .itunes,
        "sy": .syndication, "atom": .atom10, "atom10": .atom10, "a10": .atom10, "rdf": .rdf, "rss": .rss10,
    ]

    private static func folded(_ uri: String) -> String {
        var text = Substring(uri.lowercased())
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace || last == "/" || last == "#" { text.removeLast() }
        return text.hasPrefix("https://") ? "http" + text.dropFirst(5) : String(text)
    }

    private static let known: [String: Namespace] = [
        "http://www.w3.org/2005/atom": .atom10, "http://purl.org/atom/ns": .atom03,
        "http://purl.org/rss/1.0": .rss10, "http://purl.org/net/rss1.1": .rss10,
        "http://my.netscape.com/rdf/simple/0.9": .rss090,
        "http://channel.netscape.com/rdf/simple/0.9": .rss090,
        "http://my.netscape.com/publish/formats/rss-0.91.dtd": .rss20,
        "http://backend.userland.com/rss": .rss20, "http://backend.userland.com/rss2": .rss20,
        "http://backend.userland.com/rss091": .rss20, "http://backend.userland.com/rss092": .rss20,
        "http://blogs.law.harvard.edu/tech/rss": .rss20, "http://cyber.law.harvard.edu/rss": .rss20,
        "http://purl.org/rss/2.0": .rss20, "http://www.rssboard.org/rss-specification": .rss20,
        "http://www.w3.org/1999/02/22-rdf-syntax-ns": .rdf,
        "http://purl.org/dc/elements/1.1": .dublinCore, "http://purl.org/dc/elements/1.0": .dublinCore,
        "http://purl.org/dc/terms": .dcTerms,
        "http://purl.org/rss/1.0/modules/content": .content,
        "http://search.yahoo.com/mrss": .media, "http://tools.search.yahoo.com/mrss": .media,
        "http://video.search.yahoo.com/mrss": .media, "http://www.rssboard.org/media-rss": .media,
        "http://www.itunes.com/dtds/podcast-1.0.dtd": .itunes,
        "http://www.itunes.com/dtds/podcast-1.0": .itunes,
        "http://example.com/dtds/podcast-1.0.dtd": .itunes,
        "http://purl.org/rss/1.0/modules/syndication": .syndication,
        "http://www.w3.org/1999/xhtml": .xhtml,
    ]
}
