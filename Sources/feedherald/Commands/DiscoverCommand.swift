import FeedModel
import FeedParsing
import Pipeline
import Subscriptions

extension Command {
    static let discover = Command(
        name: "discover", operands: "URL",
        summary: "Finds the feeds of a site and prints ready entries for feeds.json.",
        details: """
            It asks the page for its declared feeds, knows the shapes of YouTube, GitHub, Reddit, Mastodon and others,
            and tries the usual places where a page names none. Every feed it prints was fetched and read.
            """,
        examples: [
            ("feedherald discover example.org", "the feeds of a site"),
            ("feedherald discover https://github.com/swiftlang/swift", "releases, tags and commits"),
        ],
        run: { await DiscoverCommand(invocation: $0).run() })
}

/// `feedherald discover`.
struct DiscoverCommand {
    let invocation: Invocation
    private let fetcher = PageFetcher(version: VersionText.version)
    /// Feeds of one page that are fetched to see whether they are any.
    private static let most = 12

    init(invocation: Invocation) {
        self.invocation = invocation
    }

    private struct Found {
        var url: String
        var feed: Feed
    }

    func run() async -> ExitStatus {
        guard let word = invocation.operands.first, invocation.operands.count == 1 else {
            return Program.usage("discover needs one URL", of: .discover)
        }
        let url = word.contains("://") ? word : "https://\(word)"
        var found: [Found] = []
        var trouble: Failure?
        do throws(Failure) {
            found = try await search(url)
        } catch {
            trouble = error
        }
        if found.isEmpty { found = await read(SiteShapes.feeds(of: url)) }
        if found.isEmpty, trouble == nil {
            found = await read(SiteShapes.commonPlaces(of: url), isOneEnough: true)
        }
        if found.isEmpty {
            if let trouble {
                Output.error(trouble)
                return .inputMissing
            }
            Output.error(
                "feedherald: no feed found at \(url) (look for one in the page's menu or ask its owner)")
            return .notFeed
        }
        write(found)
        return .fine
    }

    /// What the page itself says: it is a feed, it declares feeds, it links to what looks like some.
    private func search(_ url: String) async throws(Failure) -> [Found] {
        let page = try await fetcher.fetch(url)
        if let feed = try? FeedParser.parse(page.body, url: page.url, contentType: page.contentType) {
            return [Found(url: url, feed: feed)]
        }
        let links = PageLinks.find(in: page.body, url: page.url, contentType: page.contentType)
        let declared = links.filter(\.isDeclared).map(\.url)
        let found = await read(declared + SiteShapes.feeds(of: page.url))
        if !found.isEmpty { return found }
        return await read(links.filter { !$0.isDeclared }.map(\.url))
    }

    /// Those of the addresses that are feeds.
    private func read(_ urls: [String], isOneEnough: Bool = false) async -> [Found] {
        var found: [Found] = []
        var seen: Set<String> = []
        for url in urls.prefix(Self.most) where seen.insert(url).inserted {
            guard let page = try? await fetcher.fetch(url),
                let feed = try? FeedParser.parse(page.body, url: page.url, contentType: page.contentType)
            else { continue }
            found.append(Found(url: url, feed: feed))
            if isOneEnough { break }
        }
        return found
    }

    private func write(_ found: [Found]) {
        let now = HeraldClock.system.now()
        for one in found {
            var members = [JSONMember("url", .string(one.url))]
            if let title = one.feed.title.map(Clean.line), !title.isEmpty {
                members.insert(JSONMember("name", .string(title)), at: 0)
            }
            // feeds.json takes the comma behind the last one, too.
            Output.line(JSONValue.object(members).text + ",")
            let newest = one.feed.entries.compactMap(\.date).max().map { RelativeTime.text($0, now: now) }
            Output.error(
                "  \(one.feed.format.rawValue), \(one.feed.entries.count) \(one.feed.entries.count == 1 ? "entry" : "entries")"
                    + (newest.map { ", the newest of \($0)" } ?? ""))
        }
    }
}
