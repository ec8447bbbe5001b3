import FeedModel
import Testing

@testable import Delivery

struct WebhookPresetTests {
    private static let names = WebhookPreset.all.keys.sorted()

    private func post(_ preset: String, _ message: Message, url: String = "https://chat.example") throws
        -> (WebhookFormat.Post, JSONValue)
    {
        var settings = WebhookSettings(url: Secret(url))
        settings.preset = preset
        settings.parameters = ["token", "user", "chat", "room"].map {
            FormField(name: $0, value: Secret("\($0):1/2"))
        }
        let post = try WebhookFormat(settings).post(message)
        return (post, try JSONReader.read(post.body))
    }

    private func texts(_ value: JSONValue) -> [String] {
        switch value.kind {
        case .string(let text): [text]
        case .array(let items): items.flatMap(texts)
        case .object(let members): members.flatMap { texts($0.value) }
        default: []
        }
    }

    @Test(arguments: names)
    func `every preset says title, body and link`(preset: String) throws {
        let message = AnnouncementText.message(for: Sample.announcement())
        let (post, body) = try post(preset, message)
        let all = texts(body).joined(separator: " ")
        #expect(all.contains("Swift releases"))
        #expect(all.filter { $0 != "\\" }.contains("apple - Swift 6.3.1 released"))
        #expect(all.contains("https://example.org/r/631"))
        #expect(post.type == "application/json")
    }

    @Test(arguments: names)
    func `long texts are within each service's limit`(preset: String) throws {
        let limit = try #require(WebhookPreset.all[preset]).textLimit
        let long = String(repeating: "*wörd* 🎉 ", count: 5000)
        let message = AnnouncementText.message(for: Sample.announcement(title: long, feed: long))
        let (_, body) = try post(preset, message)
        #expect(texts(body).allSatisfy { $0.utf16.count <= limit })
        #expect(texts(body).contains { $0.utf16.count > limit / 3 })
        #expect(texts(body).joined().contains("https://example.org/r/631"))
    }

    /// What each service's documentation allows: UTF-16 units of title and text, bytes of the whole request.
    private static let limits: [(preset: String, title: Int, text: Int, bytes: Int)] = [
        ("slack", 250, 4000, 100_000), ("discord", 250, 2000, 100_000), ("telegram", 250, 4096, 100_000),
        ("gotify", 250, 10_000, 100_000), ("pushover", 250, 1024, 100_000),
        ("mattermost", 250, 16_383, 100_000), ("matrix", 250, 65_536, 65_536), ("teams", 250, 28_672, 28_672),
    ]

    @Test(arguments: limits, ["漢", "👩‍👩‍👧‍👦", "e\u{301}", "\"", "*", "a "])
    func `texts of any script stay within what the service takes`(
        limit: (preset: String, title: Int, text: Int, bytes: Int), unit: String
    ) throws {
        let long = String(repeating: unit, count: 40_000)
        let message = AnnouncementText.message(
            for: Sample.announcement(title: long, author: nil, feed: String(repeating: unit, count: 400)))
        let (post, body) = try post(limit.preset, message)
        #expect(post.body.count <= limit.bytes)
        #expect(texts(body).allSatisfy { $0.utf16.count <= limit.text })
        if let title = body["title"]?.string { #expect(title.utf16.count <= limit.title) }
        // Cut between what people see as characters, and said so.
        #expect(texts(body).contains { $0.contains("…") })
        #expect(!texts(body).contains { $0.contains("\u{FFFD}") })
        #expect(texts(body).joined().contains("https://example.org/r/631"))
    }

    @Test(arguments: names)
    func `a link longer than the service takes is left out, the rest is said`(preset: String) throws {
        let link = "https://example.org/?q=" + String(repeating: "x", count: 70_000)
        let message = AnnouncementText.message(for: Sample.announcement(link: link))
        let (post, body) = try post(preset, message)
        #expect(post.body.count < 2000 && !texts(body).joined().contains("?q="))
        #expect(texts(body).joined().contains("released"))
    }

    @Test(arguments: names, hostileTexts)
    func `no text becomes markup or calls people`(preset: String, text: String) throws {
        let message = AnnouncementText.message(
            for: Sample.announcement(title: text, author: nil, link: text, feed: text))
        let (post, body) = try post(preset, message)
        let all = texts(body).joined(separator: "\n")
        if preset == "slack" {
            #expect(!all.contains("<"))
            #expect(body["mrkdwn"]?.bool == false)
        }
        if preset == "discord" { #expect(body["allowed_mentions"]?["parse"]?.array?.isEmpty == true) }
        if ["slack", "discord", "mattermost", "teams"].contains(preset) {
            #expect(!all.contains("@everyone"))
        }
        if ["discord", "mattermost", "teams"].contains(preset) {
            #expect(!all.contains("](java") && (!all.contains("<script") || all.contains("\\<script")))
            #expect(!all.contains("*bold*") || all.contains("\\*bold"))
        }
        #expect(post.headers.allSatisfy { !$0.value.contains("\r") && !$0.value.contains("\n") })
    }

    @Test func `addresses are completed where only the origin is given`() throws {
        let message = AnnouncementText.message(for: Sample.announcement())
        #expect(try post("telegram", message).0.url == "https://chat.example/bottoken%3A1%2F2/sendMessage")
        #expect(
            try post("telegram", message, url: "https://api.telegram.org/botX/sendMessage").0.url
                == "https://api.telegram.org/botX/sendMessage")
        let (matrix, _) = try post("matrix", message, url: "https://m.example/")
        #expect(
            matrix.url
                == "https://m.example/_matrix/client/v3/rooms/room%3A1%2F2/send/m.room.message/\(message.id)")
        #expect(matrix.method == "PUT")
        #expect(matrix.headers == [WebhookFormat.Header(name: "Authorization", value: "Bearer token:1/2")])
        #expect(try post("gotify", message).0.headers.first?.name == "X-Gotify-Key")
    }

    @Test func `a missing link is left out`() throws {
        let message = AnnouncementText.message(for: Sample.announcement(link: "javascript:alert(1)"))
        let (_, body) = try post("pushover", message)
        #expect(body["url"] == nil && body["message"] != nil)
    }
}
