import FeedModel
import XMLTree

/// Reads the answer of the X (Twitter) API v2 recent search: `data`, `includes.users`, `meta`.
enum XSearchReader {
    /// The posts as entries; nil when the value is no such answer.
    static func read(_ value: JSONValue) -> Feed? {
        guard value.members != nil, isAnswer(value) else { return nil }
        var users: [String: JSONValue] = [:]
        for user in value["includes"]?["users"]?.array ?? [] {
            if let id = text(user["id"]) { users[id] = user }
        }
        var feed = Feed(format: .xSearch)
        feed.version = "2"
        feed.entries = (value["data"]?.array ?? []).compactMap { entry($0, users) }
        feed.updated = feed.entries.compactMap(\.published).max()
        return feed
    }

    private static func isAnswer(_ value: JSONValue) -> Bool {
        guard let posts = value["data"]?.array else { return value["meta"]?["result_count"]?.int == 0 }
        // An odd row spoils itself alone.
        if posts.isEmpty { return value["meta"] != nil }
        return posts.contains { $0["id"] != nil && $0["text"]?.string != nil }
    }

    private static func entry(_ post: JSONValue, _ users: [String: JSONValue]) -> Entry? {
        guard let id = text(post["id"]) else { return nil }
        var entry = Entry(id: id)
        let user = text(post["author_id"]).flatMap { users[$0] }
        let handle = user.flatMap { text($0["username"]) }
        entry.author = author(name: user.flatMap { text($0["name"]) }, handle: handle)
        // Posts hold text, of which the service escapes &, < and > alone.
        let words = post["note_tweet"]?["text"]?.string ?? post["text"]?.string ?? ""
        let plain = words.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing(
            "&amp;", with: "&")
        entry.title = HTMLText.folded(plain)
        entry.content = plain.isBlank ? nil : plain
        entry.link = "https://x.com/\(handle ?? "i/web")/status/\(id)"
        entry.published = post["created_at"]?.string.flatMap(FeedDate.parse)
        entry.categories = (post["entities"]?["hashtags"]?.array ?? []).compactMap { text($0["tag"]) }
        return entry
    }

    /// `handle (Name)`, as the search of 2009 wrote authors.
    private static func author(name: String?, handle: String?) -> String? {
        guard let handle else { return name }
        return name.map { "\(handle) (\($0))" } ?? handle
    }

    private static func text(_ value: JSONValue?) -> String? { value?.string?.trimmed ?? value?.numberText }
}
