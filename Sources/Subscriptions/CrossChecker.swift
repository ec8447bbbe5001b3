internal import FeedModel

/// Faults that show only when parts of the file are seen together.
struct CrossChecker {
    let faults: FaultCollector

    func check(_ document: JSONValue) {
        let sinks = (document["sinks"]?.array ?? []).enumerated().map {
            (("sinks" as JSONPath).item($0.offset), $0.element)
        }
        let feeds = document["feeds"]?.array ?? []
        // Most feeds of a long list are bare addresses.
        var items = feeds.enumerated().filter { $0.element.string == nil }.map {
            (("feeds" as JSONPath).item($0.offset), $0.element)
        }
        var names = checkNames(sinks, what: "sink") { $0["name"]?.string ?? $0["type"]?.string }
        names.insert("console")
        _ = checkNames(items, what: "feed") { $0["name"]?.string }
        checkAddresses(feeds)
        items.append(("defaults", document["defaults"] ?? .null))
        checkSinkLists(items, known: names)
        for (path, feed) in items { checkForm(feed, path: path) }
        for (path, sink) in sinks where sink["type"]?.string == "apns" { checkAPNs(sink, path: path) }
        for (path, sink) in sinks where sink["name"]?.string == "console" && sink["type"]?.string != "console"
        {
            faults.add(
                "\"console\" is the name of the console", hint: "give this sink another \"name\"",
                path: path.key("name"),
                at: Int(sink["name"]?.offset ?? sink.offset))
        }
    }

    private func checkNames(
        _ items: [(path: JSONPath, value: JSONValue)], what: String, name: (JSONValue) -> String?
    ) -> Set<String> {
        var seen: [String: JSONPath] = [:]
        for (path, value) in items {
            guard let word = name(value) else { continue }
            if let other = seen[word] {
                let place = value["name"] ?? value
                faults.add(
                    "another \(what) is named \"\(word)\" (\(other))",
                    hint: "give each \(what) its own \"name\"",
                    path: path, at: Int(place.offset))
            } else {
                seen[word] = path
            }
        }
        return Set(seen.keys)
    }

    /// The same address twice makes sense only under two names.
    private func checkAddresses(_ feeds: [JSONValue]) {
        let list: JSONPath = "feeds"
        var seen: [String: Int] = [:]
        seen.reserveCapacity(feeds.count)
        for (index, feed) in feeds.enumerated() {
            guard let url = feed.string ?? feed["url"]?.string else { continue }
            guard let other = seen.updateValue(index, forKey: url) else { continue }
            if feed["name"] != nil, feeds[other]["name"] != nil { continue }
            seen[url] = other
            faults.add(
                "this feed stands here already (\(list.item(other)))",
                hint: "remove one, or give both a \"name\"", path: list.item(index),
                at: Int((feed["url"] ?? feed).offset))
        }
    }

    private func checkSinkLists(_ feeds: [(path: JSONPath, value: JSONValue)], known: Set<String>) {
        for (path, feed) in feeds {
            for (index, item) in (feed["sinks"]?.array ?? []).enumerated() {
                guard let name = item.string, !known.contains(name) else { continue }
                let nearest = Suggestion.nearest(to: name, among: known.sorted())
                let hint =
                    nearest.map { "did you mean \"\($0)\"?" }
                    ?? "known: \(known.sorted().joined(separator: ", "))"
                faults.add(
                    "no sink is named \"\(name)\"", hint: hint, path: path.key("sinks").item(index),
                    at: Int(item.offset))
            }
        }
    }

    private func checkForm(_ feed: JSONValue, path: JSONPath) {
        if let form = feed["form"], let method = feed["method"]?.string, method != "POST" {
            faults.add(
                "a form is sent by POST", hint: "set \"method\" to \"POST\"", path: path.key("form"),
                at: Int(form.offset))
        }
    }

    private func checkAPNs(_ sink: JSONValue, path: JSONPath) {
        if sink["certificate"] != nil {
            for key in ["key", "keyID", "teamID"] {
                if let value = sink[key] {
                    faults.add(
                        "a certificate and a key exclude each other", hint: "remove one of them",
                        path: path.key(key),
                        at: Int(value.offset))
                }
            }
            return
        }
        for key in ["key", "keyID", "teamID"] where sink[key] == nil {
            faults.add(
                "\"\(key)\" is missing", hint: "give key, keyID and teamID, or a certificate", path: path,
                at: Int(sink.offset))
        }
        for key in ["keyID", "teamID"] {
            guard let value = sink[key], let text = value.string else { continue }
            if text.utf8.count != 10 || !text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
                faults.add(
                    "\"\(text.prefix(40))\" are not the 10 letters and digits of Apple's \(key)",
                    path: path.key(key),
                    at: Int(value.offset))
            }
        }
    }
}
