internal import FeedModel

/// Writes a whole feeds.json of feeds that were taken over.
public enum FeedsFileWriter {
    /// The file's text, how many feeds stand in it, and what was left out and why, a sentence each.
    ///
    /// It announces nothing at its first start (`first: none`): the feeds were read elsewhere before.
    public static func write(_ list: ImportedList) -> (text: String, count: Int, remarks: [String]) {
        var remarks = list.remarks
        var urls: Set<String> = []
        var names: Set<String> = []
        var lines: [String] = []
        for feed in list.feeds {
            let url = usable(feed.url)
            let place = feed.line > 0 ? "line \(feed.line): " : ""
            if let problem = AddressRule.split(url) == nil
                ? ValueProblem("no http, https or file URL") : AddressRule.feedProblem(url)
            {
                remarks.append("\(place)\(shown(url)) is left out: \(problem.message)")
                continue
            }
            guard urls.insert(url).inserted else {
                remarks.append("\(place)\(shown(url)) is left out: it stands there already")
                continue
            }
            lines.append("    " + object(feed, url: url, names: &names).text)
        }
        var text = "{\n  // Nothing is announced of what the feeds show at the first start.\n"
        text += "  \"defaults\": {\"first\": \"none\"},\n  \"feeds\": ["
        text += lines.isEmpty ? "]\n}" : "\n" + lines.joined(separator: ",\n") + "\n  ]\n}"
        return (text, lines.count, remarks)
    }

    private static func object(_ feed: ImportedFeed, url: String, names: inout Set<String>) -> JSONValue {
        var members: [JSONMember] = []
        // An address for a name says that there is none: the feed's own title is better.
        if let name = feed.name.map(clean), !name.isEmpty, name != url, name != feed.url {
            members.append(JSONMember("name", .string(unique(name, &names))))
        }
        members.append(JSONMember("url", .string(url)))
        let tags = feed.tags.map(clean).filter { !$0.isEmpty }
        if !tags.isEmpty { members.append(JSONMember("tags", .array(tags.map { .string($0) }))) }
        if feed.isPaused { members.append(JSONMember("paused", true)) }
        return .object(members)
    }

    /// Names are unique in feeds.json: the second "News" becomes "News (2)".
    private static func unique(_ name: String, _ names: inout Set<String>) -> String {
        if names.insert(name).inserted { return name }
        var number = 2
        while !names.insert("\(name) (\(number))").inserted { number += 1 }
        return "\(name) (\(number))"
    }

    /// `feed:` addresses are ways to say http (`feed://host/x`, `feed:https://host/x`); blanks are encoded.
    private static func usable(_ url: String) -> String {
        var text = url.filter { !$0.isNewline }.replacing(" ", with: "%20")
        let lowered = text.lowercased()
        if lowered.hasPrefix("feed://") {
            text = "https://" + text.dropFirst(7)
        } else if lowered.hasPrefix("feed:http") {
            text = String(text.dropFirst(5))
        }
        return text
    }

    private static func shown(_ url: String) -> String { "\"\(URLMask.masked(url).prefix(200))\"" }

    /// Without control characters, which feeds.json refuses.
    private static func clean(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            result.unicodeScalars.append(
                scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) ? " " : scalar)
        }
        return result.split(separator: " ").joined(separator: " ")
    }
}
