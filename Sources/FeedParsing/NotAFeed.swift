import XMLTree

/// Says what a document is that is no feed.
enum NotAFeed {
    static func xml(_ root: TreeNode, _ bytes: [UInt8], url: String?, contentType: String?)
        -> FeedParsingError
    {
        switch root.name.lowercased() {
        case "html", "head", "body", "meta", "link", "base", "script", "style", "div", "table", "center":
            return page(bytes, url: url, contentType: contentType)
        case "opml":
            return FeedParsingError(
                .opml, "an OPML list of feeds, not a feed",
                hint: "use feedherald import to take its feeds over")
        case "urlset", "sitemapindex": return FeedParsingError(.otherXML, "a sitemap, not a feed")
        case "svg": return FeedParsingError(.otherXML, "an SVG picture, not a feed")
        default:
            if looksLikeHTML(bytes) { return page(bytes, url: url, contentType: contentType) }
            return FeedParsingError(
                .otherXML, "an XML document with the root \(shown(root.name)), not a feed")
        }
    }

    static func bytes(_ bytes: [UInt8], _ error: XMLError, url: String?, contentType: String?)
        -> FeedParsingError
    {
        switch error.kind {
        case .empty: return FeedParsingError(.empty, "the document is empty")
        case .hostile: return FeedParsingError(.hostile, "refused to read it: \(error.message)")
        case .noElement:
            if looksLikeHTML(bytes) { return page(bytes, url: url, contentType: contentType) }
            return FeedParsingError(.other, "neither XML nor JSON, so not a feed")
        }
    }

    /// An HTML page: names the feeds it links to.
    static func page(_ bytes: [UInt8], url: String?, contentType: String?) -> FeedParsingError {
        let feeds = feedLinks(bytes, url: url, contentType: contentType)
        let hint: String
        if feeds.isEmpty {
            hint = "it links to no feed"
        } else {
            let shown = feeds.prefix(3).joined(separator: ", ")
            hint =
                feeds.count == 1
                ? "its feed is \(shown)" : "its feeds are \(shown)" + (feeds.count > 3 ? " …" : "")
        }
        return FeedParsingError(.page, "an HTML page, not a feed", hint: hint, feedLinks: feeds)
    }

    private static func feedLinks(_ bytes: [UInt8], url: String?, contentType: String?) -> [String] {
        PageLinks.find(in: bytes, url: url, contentType: contentType).filter(\.isDeclared).map(\.url)
    }

    private static func looksLikeHTML(_ bytes: [UInt8]) -> Bool {
        let head = String(decoding: bytes.prefix(2048), as: UTF8.self).lowercased()
        return head.contains("<!doctype html") || head.contains("<html") || head.contains("<body")
    }

    /// A name from the document, made fit for one line.
    private static func shown(_ name: String) -> String {
        let plain = name.unicodeScalars.filter {
            $0.properties.isAlphabetic || "0123456789-_.:".unicodeScalars.contains($0)
        }
        return String(String.UnicodeScalarView(plain).prefix(40))
    }
}
