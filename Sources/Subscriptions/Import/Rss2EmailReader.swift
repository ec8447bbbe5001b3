/// Reads rss2email's configuration (Python's configparser): `[feed.NAME]` sections with `url` and `active`.
enum Rss2EmailReader {
    static func read(_ text: String) -> ImportedList {
        var list = ImportedList()
        var feed: ImportedFeed?
        var section = ""
        var isActiveByDefault = true
        var receiver: String?
        func finish() {
            guard let found = feed else { return }
            if found.url.isEmpty {
                list.remarks.append("line \(found.line): the feed \"\(found.name ?? "")\" has no url")
            } else {
                list.feeds.append(found)
            }
        }
        for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated()
        {
            let line = trimmed(raw)
            if line.isEmpty || line.hasPrefix("#") || line.hasPrefix(";") { continue }
            if line.hasPrefix("["), let end = line.firstIndex(of: "]") {
                finish()
                feed = nil
                section = String(line[line.index(after: line.startIndex)..<end])
                if section.hasPrefix("feed.") {
                    var next = ImportedFeed(url: "", name: String(section.dropFirst(5)))
                    next.line = index + 1
                    next.isPaused = !isActiveByDefault
                    feed = next
                }
                continue
            }
            // Lines that begin with a blank go on with the value before.
            guard raw.first != " ", raw.first != "\t",
                let at = line.firstIndex(where: { $0 == "=" || $0 == ":" })
            else { continue }
            let key = trimmed(line[..<at]).lowercased()
            let value = String(trimmed(line[line.index(after: at)...]))
            switch (key, section) {
            case ("to", "DEFAULT"): receiver = value
            case ("active", "DEFAULT"): isActiveByDefault = isTrue(value)
            case ("url", _): feed?.url = value.replacing("%%", with: "%")
            case ("active", _): feed?.isPaused = !isTrue(value)
            case ("to", _):
                if let feed {
                    list.remarks.append("\(feed.name ?? feed.url) has a receiver of its own: \(value)")
                }
            default: break
            }
        }
        finish()
        if let receiver, !receiver.isEmpty {
            list.remarks.append("mail went to \(receiver): add an email sink (docs/migrating.md)")
        }
        return list
    }

    private static func isTrue(_ value: String) -> Bool {
        ["true", "yes", "on", "1"].contains(value.lowercased())
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop(while: \.isWhitespace)
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text
    }
}
