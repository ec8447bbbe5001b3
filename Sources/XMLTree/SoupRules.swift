/// Which names of feeds and of HTML tell that something was left open.
enum SoupRules {
    /// Elements that hold a feed's fields and entries.
    enum Level: UInt8 {
        case entry
        case channel
        case root
    }

    static func isEntry(_ full: String) -> Bool { full == "item" || full == "entry" || full == "rss:item" }

    /// What an element is to a feed, nil for anything inside; the name in any case of letters.
    static func level(_ input: Span<UInt8>, _ name: Range<Int>) -> Level? {
        func isIt(_ text: StaticString) -> Bool {
            name.count == text.utf8CodeUnitCount
                && input.matches(text, at: name.lowerBound, ignoringCase: true)
        }
        switch name.count {
        case 3: return isIt("rss") || isIt("rdf") ? .root : nil
        case 4: return isIt("item") ? .entry : isIt("feed") ? .root : nil
        case 5: return isIt("entry") ? .entry : nil
        case 7: return isIt("channel") ? .channel : isIt("rdf:rdf") ? .root : nil
        case 8: return isIt("rss:item") ? .entry : nil
        case 11: return isIt("rss:channel") ? .channel : nil
        default: return nil
        }
    }

    static func level(_ name: [UInt8]) -> Level? { level(name.span, 0..<name.count) }

    /// Whether an element, met where another was never closed, shows that it should have been.
    ///
    /// - Parameter parent: the element around it, by its name without prefix; HTML uses some names of feeds.
    static func ends(_ tag: SoupTag, unclosed full: String, in parent: String) -> Bool {
        if own[full]?.contains(tag.full) == true { return false }
        if full == "media:group" || full == "media:content", tag.full != full, tag.full.hasPrefix("media:") {
            return false
        }
        if parents.contains(parent) { return false }
        if isField(tag) || channelFields.contains(tag.full) { return true }
        guard tag.full.count > tag.local.count else { return false }
        return modules.contains(String(tag.full.dropLast(tag.local.count + 1)))
    }

    /// What elements hold that are fields elsewhere.
    private static let own: [String: Set<String>] = [
        "image": ["title", "link", "description"], "textinput": ["title", "link", "description"],
        "itunes:owner": ["itunes:name", "itunes:email"], "itunes:category": ["itunes:category"],
    ]
    /// Elements of HTML whose children are called like fields.
    private static let parents: Set<String> = ["details", "video", "audio", "picture", "head", "svg"]
    private static let channelFields: Set<String> = [
        "channel", "cloud", "skipdays", "skiphours", "textinput", "rating",
    ]
    private static let modules: Set<String> = [
        "dc", "dcterms", "content", "media", "itunes", "atom", "atom10", "a10", "slash", "wfw", "feedburner",
        "sy", "thr", "googleplay", "podcast",
    ]

    /// HTML's elements without content, as far as no feed uses their names.
    static func isVoid(_ local: String) -> Bool { void.contains(local) }

    /// Elements of HTML whose end tag is left out before the next of their kind.
    static func closesItsLike(_ full: String) -> Bool { likes.contains(full) }

    private static let likes: Set<String> = ["p", "li", "td", "tr", "dt", "dd", "option"]

    /// Elements that hold only text in every feed format.
    static func isLeaf(_ full: String) -> Bool { leaves.contains(full) }

    /// Elements whose text may hold markup.
    static func isBody(_ full: String) -> Bool { bodies.contains(full) }

    /// Elements of entries and feeds, which no text field holds.
    static func isField(_ tag: SoupTag) -> Bool {
        leaves.contains(tag.full) || bodies.contains(tag.full) || others.contains(tag.full)
    }

    /// Elements of entries and feeds that no HTML has; a link does not count where it has attributes, as HTML's do.
    static func isUnmistakable(_ tag: SoupTag) -> Bool {
        unmistakable.contains(tag.full) || tag.full == "link" && tag.attributes.isEmpty
    }

    private static let void: Set<String> = [
        "br", "hr", "img", "input", "meta", "wbr", "area", "col", "embed", "track",
    ]
    private static let leaves: Set<String> = [
        "title", "link", "guid", "pubdate", "category", "id", "updated", "published", "issued", "modified",
        "created",
        "lastbuilddate", "language", "ttl", "generator", "copyright", "comments", "dc:date", "dc:creator",
        "dc:title",
        "dc:subject", "dc:language", "managingeditor", "webmaster", "docs", "rights", "logo", "icon",
    ]
    private static let bodies: Set<String> = [
        "description", "content:encoded", "summary", "content", "subtitle", "tagline", "itunes:summary",
        "dc:description", "media:description",
    ]
    private static let others: Set<String> = [
        "author", "enclosure", "source", "image", "item", "entry", "contributor",
    ]
    private static let unmistakable: Set<String> = [
        "guid", "pubdate", "dc:date", "dc:creator", "content:encoded", "enclosure", "comments",
        "lastbuilddate",
        "updated", "published", "issued", "modified", "dc:subject", "item", "entry",
    ]
}

/// Prefixes that mean the same to everybody, declared or not.
enum KnownPrefixes {
    static func uri(for prefix: String) -> String? { table[prefix.lowercased()] }

    private static let table = [
        "atom": "http://www.w3.org/2005/Atom", "atom10": "http://www.w3.org/2005/Atom",
        "a10": "http://www.w3.org/2005/Atom",
        "content": "http://purl.org/rss/1.0/modules/content/",
        "dc": "http://purl.org/dc/elements/1.1/", "dcterms": "http://purl.org/dc/terms/",
        "feedburner": "http://rssnamespace.org/feedburner/ext/1.0",
        "itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
        "media": "http://search.yahoo.com/mrss/",
        "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "rss": "http://purl.org/rss/1.0/",
        "slash": "http://purl.org/rss/1.0/modules/slash/",
        "sy": "http://purl.org/rss/1.0/modules/syndication/",
        "thr": "http://purl.org/syndication/thread/1.0", "wfw": "http://wellformedweb.org/CommentAPI/",
        "xhtml": "http://www.w3.org/1999/xhtml",
        "googleplay": "http://www.google.com/schemas/play-podcasts/1.0",
        "podcast": "https://podcastindex.org/namespace/1.0", "georss": "http://www.georss.org/georss",
        "xlink": "http://www.w3.org/1999/xlink", "xsi": "http://www.w3.org/2001/XMLSchema-instance",
        "svg": "http://www.w3.org/2000/svg",
    ]
}
