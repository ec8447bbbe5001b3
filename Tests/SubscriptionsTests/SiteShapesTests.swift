import Subscriptions
import Testing

@Suite struct SiteShapesTests {
    @Test(arguments: [
        ("https://github.com/swiftlang/swift", "https://github.com/swiftlang/swift/releases.atom"),
        ("https://github.com/a/b/commits/main/Sources", "https://github.com/a/b/commits/main/Sources.atom"),
        ("https://github.com/ada", "https://github.com/ada.atom"),
        (
            "https://www.youtube.com/channel/UC123",
            "https://www.youtube.com/feeds/videos.xml?channel_id=UC123"
        ),
        (
            "https://www.youtube.com/playlist?list=PL1",
            "https://www.youtube.com/feeds/videos.xml?playlist_id=PL1"
        ),
        ("https://old.reddit.com/r/swift/", "https://www.reddit.com/r/swift/.rss"),
        ("https://mastodon.example/@ada", "https://mastodon.example/@ada.rss"),
        ("https://mastodon.example/users/ada", "https://mastodon.example/@ada.rss"),
        ("https://gitlab.com/a/b", "https://gitlab.com/a/b.rss"),
        ("https://bsky.app/profile/ada.example", "https://bsky.app/profile/ada.example/rss"),
        ("https://medium.com/@ada", "https://medium.com/feed/@ada"),
    ])
    func `well-known sites are known by their shape`(page: String, feed: String) {
        #expect(SiteShapes.feeds(of: page).first == feed)
    }

    @Test(arguments: [
        "https://example.org/", "ftp://github.com/a", "nonsense", "https://github.com/",
        "https://u@github.com/a",
    ])
    func `other addresses have no shape`(page: String) {
        #expect(SiteShapes.feeds(of: page).isEmpty)
    }
}
