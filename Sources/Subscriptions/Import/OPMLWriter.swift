public import FeedModel

/// Writes the feeds of feeds.json as OPML 2.0.
public enum OPMLWriter {
    /// One outline a feed, in the order of feeds.json; tags become its categories.
    ///
    /// - Parameters:
    ///   - name: what a feed is called, beside what feeds.json says.
    ///   - date: RFC 822, for the head; nil leaves it out.
    /// - Returns: the document, without secrets: addresses that hold a password or key stand in `hidden` and not in it.
    public static func write(
        _ list: SubscriptionList, name: (Subscription) -> String?
    ) -> (text: String, hidden: [String]) {
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<opml version=\"2.0\">", "  <head>",
            "    <title>Feeds of feedherald</title>", "  </head>", "  <body>",
        ]
        var hidden: [String] = []
        for feed in list.subscriptions {
            guard URLMask.masked(feed.url) == feed.url else {
                hidden.append(URLMask.masked(feed.url))
                continue
            }
            let title = escaped(feed.name ?? name(feed) ?? feed.url)
            var line =
                "    <outline type=\"rss\" text=\"\(title)\" title=\"\(title)\" xmlUrl=\"\(escaped(feed.url))\""
            if !feed.tags.isEmpty {
                line += " category=\"\(escaped(feed.tags.map(withoutCommas).joined(separator: ",")))\""
            }
            lines.append(line + "/>")
        }
        lines += ["  </body>", "</opml>"]
        return (lines.joined(separator: "\n"), hidden)
    }

    /// A comma separates categories and cannot be escaped.
    private static func withoutCommas(_ tag: String) -> String {
        tag.split(separator: ",").map { $0.drop { $0 == " " } }.joined(separator: " ")
    }

    /// Text for an attribute; what XML 1.0 §2.2 does not allow goes.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\r": result += "&#\(scalar.value);"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
