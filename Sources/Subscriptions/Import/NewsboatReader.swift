/// Reads newsboat's `urls`: an address a line, then tags in words or quotes; `~` before one is the title, `!` hides.
enum NewsboatReader {
    static func read(_ text: String) -> ImportedList {
        var list = ImportedList()
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated()
        {
            var words = ShellWords.split(String(line), comments: true)[...]
            guard let url = words.popFirst() else { continue }
            if let scheme = ["query:", "exec:", "filter:"].first(where: url.hasPrefix) {
                list.remarks.append("line \(index + 1): \(remark(scheme))")
                continue
            }
            var feed = ImportedFeed(url: url)
            feed.line = index + 1
            for word in words {
                if word.hasPrefix("~") {
                    feed.name = String(word.dropFirst())
                } else if !word.hasPrefix("!"), !word.isEmpty {
                    feed.tags.append(word)
                }
            }
            list.feeds.append(feed)
        }
        return list
    }

    private static func remark(_ scheme: String) -> String {
        switch scheme {
        case "query:": "a query feed is a view of newsboat and no feed"
        case "exec:": "an exec: feed is a program's output; let cron write it to a file and watch that"
        default: "a filter: feed runs a program over a feed; use include and exclude, or a command sink"
        }
    }
}
