import FeedModel

@testable import Delivery

/// Announcements for tests.
enum Sample {
    static let time = Timestamp(rfc3339: "2026-11-30T12:34:56Z") ?? Timestamp(seconds: 0)

    static func announcement(
        title: String? = "Swift 6.3.1 released", author: String? = "apple",
        link: String? = "https://example.org/r/631", feed: String = "Swift releases", number: Int = 1,
        sink: String = "phone", kind: AnnouncementKind = .new
    ) -> Announcement {
        var entry = Entry(id: "tag:example.org,2026:\(number)")
        entry.title = title
        entry.author = author
        entry.link = link
        entry.published = time
        entry.summary = "What is new"
        let url = "https://example.org/releases.atom"
        return Announcement(
            id: Announcement.makeID(feed: url, entry: entry.id, kind: kind, sink: sink), kind: kind,
            feed: FeedReference(name: feed, url: url, title: "Releases", link: "https://example.org/"),
            entry: entry, sink: sink, created: time)
    }
}

/// Texts that try to break out of where they are put.
let hostileTexts = [
    "\r\nBcc: victim@example.org", "-rf", "--help", "*bold* _it_ `code`", "<script>alert(1)</script>",
    "@everyone @here <!channel>", "\u{1B}[2J\u{1B}]0;owned\u{7}", "\u{9B}31m", "a\u{0}b",
    "\"}],\"x\":[{\"", "\\\" \\n", "evil\u{202E}txt.exe", "$(reboot) `reboot` ; reboot | reboot",
    "{{entry.id}}", "%0d%0aX: y", "👩‍👩‍👧‍👦🏳️‍🌈e\u{301}", "[click](javascript:alert(1))", "\u{2028}line\u{2029}end",
    "]]></title>&amp;&lt;", "' OR 1=1 --",
]
