/// Where well-known sites and programs keep the feeds of a page: guesses by the shape of its address.
public enum SiteShapes {
    /// Addresses worth asking for a page's own feeds, best first; empty for sites that are not known by shape.
    public static func feeds(of url: String) -> [String] {
        guard let place = Place(url) else { return [] }
        switch place.host {
        case "youtube.com", "www.youtube.com", "m.youtube.com": return youTube(place)
        case "github.com", "www.github.com": return gitHub(place)
        case "gitlab.com", "codeberg.org":
            return place.path.count == 2
                ? [
                    "\(place.origin)/\(place.path.joined(separator: "/")).rss",
                    "\(place.origin)/\(place.path.joined(separator: "/")).atom",
                ] : []
        case "reddit.com", "www.reddit.com", "old.reddit.com", "np.reddit.com": return reddit(place)
        case "medium.com": return place.path.first.map { ["https://medium.com/feed/\($0)"] } ?? []
        case "vimeo.com": return place.path.first.map { ["https://vimeo.com/\($0)/videos/rss"] } ?? []
        case "news.ycombinator.com": return ["https://news.ycombinator.com/rss"]
        case "bsky.app" where place.path.first == "profile" && place.path.count > 1:
            return ["https://bsky.app/profile/\(place.path[1])/rss"]
        default: break
        }
        // A profile of Mastodon and its kin: /@name, /users/name.
        if let name = place.path.first, name.hasPrefix("@"), !name.dropFirst().contains("@") {
            return ["\(place.origin)/\(name).rss", "\(place.origin)/\(name)/feed"]
        }
        if place.path.count == 2, place.path[0] == "users" {
            return ["\(place.origin)/@\(place.path[1]).rss"]
        }
        return []
    }

    /// Paths where programs put their feeds, for a site whose pages name none.
    public static func commonPlaces(of url: String) -> [String] {
        guard let place = Place(url) else { return [] }
        let names = [
            "feed", "feed.xml", "rss.xml", "atom.xml", "index.xml", "rss", "feed.json", "feeds/posts/default",
            "blog/feed",
        ]
        return names.map { "\(place.origin)/\($0)" }
    }

    private static func youTube(_ place: Place) -> [String] {
        let feeds = "https://www.youtube.com/feeds/videos.xml"
        if let list = place.query["list"] { return ["\(feeds)?playlist_id=\(list)"] }
        guard place.path.count > 1 else { return [] }
        switch place.path[0] {
        case "channel": return ["\(feeds)?channel_id=\(place.path[1])"]
        case "user": return ["\(feeds)?user=\(place.path[1])"]
        default: return []
        }
    }

    private static func gitHub(_ place: Place) -> [String] {
        guard let owner = place.path.first else { return [] }
        guard place.path.count > 1 else { return ["https://github.com/\(owner).atom"] }
        let repository = "https://github.com/\(owner)/\(place.path[1])"
        if place.path.count > 3, place.path[2] == "commits" || place.path[2] == "tree" {
            return ["\(repository)/commits/\(place.path[3...].joined(separator: "/")).atom"]
        }
        return ["\(repository)/releases.atom", "\(repository)/tags.atom", "\(repository)/commits.atom"]
    }

    private static func reddit(_ place: Place) -> [String] {
        guard place.path.count > 1, ["r", "u", "user"].contains(place.path[0]) else { return [] }
        return ["https://www.reddit.com/\(place.path.joined(separator: "/"))/.rss"]
    }
}

/// The parts of an address that its shape shows in.
private struct Place {
    let origin: String
    let host: String
    let path: [String]
    let query: [String: String]

    init?(_ url: String) {
        guard let (scheme, rest) = AddressRule.split(url), scheme == "http" || scheme == "https",
            rest.hasPrefix("//")
        else { return nil }
        let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
        guard !authority.isEmpty, !authority.contains("@") else { return nil }
        origin = "\(scheme)://\(authority)"
        host = authority.prefix { $0 != ":" }.lowercased()
        let tail = rest.dropFirst(2 + authority.count).prefix { $0 != "#" }
        path = tail.prefix { $0 != "?" }.split(separator: "/").map(String.init)
        var query: [String: String] = [:]
        for item in tail.drop(while: { $0 != "?" }).dropFirst().split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { query[String(parts[0])] = String(parts[1]) }
        }
        self.query = query
    }
}
