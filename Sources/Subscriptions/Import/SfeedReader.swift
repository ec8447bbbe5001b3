/// Reads sfeedrc: calls of `feed NAME URL [BASE] [ENCODING]` in a shell script; nothing is run.
enum SfeedReader {
    static func read(_ text: String) -> ImportedList {
        var list = ImportedList()
        var joined = ""
        var start = 0
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated()
        {
            if joined.isEmpty { start = index + 1 }
            if line.hasSuffix("\\") {
                joined += line.dropLast() + " "
                continue
            }
            read(joined + line, line: start, into: &list)
            joined = ""
        }
        if !joined.isEmpty { read(joined, line: start, into: &list) }
        return list
    }

    private static func read(_ text: String, line: Int, into list: inout ImportedList) {
        for command in text.split(separator: ";") {
            let words = ShellWords.split(String(command), comments: true)
            guard words.first == "feed" else {
                if words.contains("feed"), words.first != "#" {
                    list.remarks.append("line \(line): a call of feed inside other shell code is not read")
                }
                continue
            }
            guard words.count >= 3 else {
                list.remarks.append("line \(line): feed needs a name and an address")
                continue
            }
            guard !words[2].contains("$"), !words[1].contains("$") else {
                list.remarks.append(
                    "line \(line): \"\(words[1])\" uses a shell variable, which is not expanded")
                continue
            }
            var feed = ImportedFeed(url: words[2], name: words[1])
            feed.line = line
            list.feeds.append(feed)
        }
    }
}
