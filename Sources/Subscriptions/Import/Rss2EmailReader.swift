/// Reads rss2email's configuration (Python's configparser): `[feed.NAME]` sections with `url` and `active`.
struct Rss2EmailReader {
    private var list = ImportedList()
    private var feed: ImportedFeed?
    private var section = ""
    private var isActiveByDefault = true
    private var receiver: String?

    static func read(_ text: String) -> ImportedList {
        var reader = Rss2EmailReader()
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() { reader.read(line, number: index + 1) }
        reader.finish()
        return reader.list
    }

    private mutating func read(_ raw: Substring, number: Int) {
        let line = Self.trimmed(raw)
        if line.isEmpty || line.hasPrefix("#") || line.hasPrefix(";") { return }
        if line.hasPrefix("["), let end = line.firstIndex(of: "]") {
            finishFeed()
            section = String(line[line.index(after: line.startIndex)..<end])
            guard section.hasPrefix("feed.") else { return }
            var next = ImportedFeed(url: "", name: String(section.dropFirst(5)))
            next.line = number
            next.isPaused = !isActiveByDefault
            feed = next
            return
        }
        // Lines that begin with a blank go on with the value before.
        guard raw.first != " ", raw.first != "\t", let at = line.firstIndex(where: { $0 == "=" || $0 == ":" })
        else { return }
        take(Self.trimmed(line[..<at]).lowercased(), String(Self.trimmed(line[line.index(after: at)...])))
    }

    private mutating func take(_ key: String, _ value: String) {
        switch (key, section) {
        case ("to", "DEFAULT"): receiver = value
        case ("active", "DEFAULT"): isActiveByDefault = Self.isTrue(value)
        case ("url", _): feed?.url = value.replacing("%%", with: "%")
        case ("active", _): feed?.isPaused = !Self.isTrue(value)
        case ("to", _):
            if let feed {
                list.remarks.append("\(feed.name ?? feed.url) has a receiver of its own: \(value)")
            }
        default: break
        }
    }

    private mutating func finishFeed() {
        guard let found = feed else { return }
        feed = nil
        if found.url.isEmpty {
            list.remarks.append("line \(found.line): the feed \"\(found.name ?? "")\" has no url")
        } else {
            list.feeds.append(found)
        }
    }

    private mutating func finish() {
        finishFeed()
        if let receiver, !receiver.isEmpty {
            list.remarks.append("mail went to \(receiver): add an email sink (docs/migrating.md)")
        }
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
