internal import XMLTree

/// The feeds that a web page points to.
public enum PageLinks {
    /// A link that leads, or may lead, to a feed.
    public struct Link: Sendable, Hashable {
        /// Absolute where the page's address is known.
        public var url: String
        public var title: String?
        /// Whether the page declares it as its feed (`rel=alternate` with a feed's type); else it only looks like one.
        public var isDeclared: Bool
    }

    /// The page's declared feeds in document order, then links that look like feeds; without repeats.
    ///
    /// - Parameter url: where the page came from, after redirects.
    public static func find(in bytes: [UInt8], url: String?, contentType: String? = nil) -> [Link] {
        guard let page = HTMLPage(bytes, contentType: contentType) else { return [] }
        var resolver = LinkResolver(url: url)
        if url == nil { resolver.channelLink = page.base }
        let base = page.base.map { base in
            url.map { URLReference(base).resolved(against: URLReference($0)).text } ?? base
        }
        var seen: Set<String> = []
        var declared: [Link] = []
        var guessed: [Link] = []
        for link in page.links {
            guard link.isFeed || looksLikeFeed(link.href), let text = link.href.trimmed else { continue }
            let reference = Reference(text: text, base: base ?? resolver.url)
            guard let address = resolver.absolute(reference) ?? (url == nil ? text : nil),
                seen.insert(address).inserted
            else { continue }
            let found = Link(url: address, title: link.title, isDeclared: link.isFeed)
            if link.isFeed { declared.append(found) } else { guessed.append(found) }
        }
        return declared + guessed
    }

    /// Whether an address has a word of feeds as a part of its path.
    private static func looksLikeFeed(_ href: String) -> Bool {
        let path = href.lowercased().prefix { $0 != "#" && $0 != "?" }
        guard !path.hasPrefix("mailto:"), !path.hasPrefix("javascript:") else { return false }
        let name = path.split(separator: "/").last ?? ""
        let words = ["feed", "feeds", "rss", "atom", "rss2"]
        if words.contains(String(name)) { return true }
        guard let dot = name.lastIndex(of: ".") else { return false }
        let (stem, suffix) = (name[..<dot], name[name.index(after: dot)...])
        if ["rss", "atom", "rdf"].contains(suffix) { return true }
        return ["xml", "json"].contains(suffix) && words.contains { stem.hasPrefix($0) || stem.hasSuffix($0) }
    }
}
