import FeedModel
import Testing

@testable import Delivery

struct AnnouncementTextTests {
    @Test func `the usual message is titled by the feed and says author - title`() {
        let message = AnnouncementText.message(for: Sample.announcement())
        #expect(message.title == "Swift releases")
        #expect(message.body == "apple - Swift 6.3.1 released")
        #expect(message.link == "https://example.org/r/631")
    }

    @Test func `templates replace title, body and link`() throws {
        var settings = SinkSettings(name: "s", kind: .console)
        settings.title = "{{entry.title}}"
        settings.body = "{{entry.summary}}!"
        settings.url = "https://proxy.example/?u={{entry.link}}"
        let message = AnnouncementText.message(
            for: Sample.announcement(), texts: try MessageTemplates(settings))
        #expect(message.title == "Swift 6.3.1 released")
        #expect(message.body == "What is new!")
        #expect(message.link == "https://proxy.example/?u=https%3A%2F%2Fexample.org%2Fr%2F631")
    }

    @Test func `a digest counts, names the one feed and lists every entry`() throws {
        let batch = (1...3).map { Sample.announcement(title: "Entry \($0)", number: $0) }
        let message = try #require(AnnouncementText.digest(batch))
        #expect(message.title == "3 new entries of Swift releases")
        #expect(message.body == "apple - Entry 1\napple - Entry 2\napple - Entry 3")
        #expect(message.id == AnnouncementText.digest(batch)?.id)
        #expect(message.id != batch[0].id && message.id.count == 32)
        #expect(AnnouncementText.digest([batch[0]])?.id == batch[0].id)
        #expect(AnnouncementText.digest([]) == nil)
    }

    @Test(arguments: [("abcdef", 4, "abc…"), ("abc", 3, "abc"), ("ab cdef", 4, "ab…"), ("abc", 0, "")])
    func `cuts by characters end in an ellipsis`(text: String, limit: Int, expected: String) {
        #expect(TextCut.characters(text, limit) == expected)
    }

    @Test func `cuts by bytes never break a flag, a family or an accent`() {
        for text in ["👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "🇩🇪🇫🇷🇯🇵🇺🇸", "e\u{301}e\u{301}e\u{301}e\u{301}", "漢字かな交じり文"] {
            for limit in 0...text.utf8.count {
                let cut = TextCut.bytes(text, limit)
                #expect(cut.utf8.count <= limit)
                #expect(cut.isEmpty || text.hasPrefix(cut.last == "…" ? String(cut.dropLast()) : cut))
                if limit == text.utf8.count { #expect(cut == text) }
            }
        }
    }

    @Test func `the size in JSON counts escapes`() {
        for text in hostileTexts {
            let size = text.reduce(0) { $0 + TextCut.jsonSize($1) }
            #expect(size == JSONValue.string(text).text.utf8.count - 2)
        }
    }

    @Test func `the text of a missing value never shows`() {
        #expect(SafeText.line("(null) - Title") == "- Title")
        #expect(SafeText.line("Title (null)") == "Title")
        #expect(SafeText.line("(null)") == "")
        #expect(SafeText.nonEmptyLine("(null)") == nil)
    }

    @Test func `lines fold white space and keep joiners that emoji need`() {
        #expect(SafeText.line(" a\t\n b\u{A0}c ") == "a b c")
        #expect(SafeText.line("👩‍👧") == "👩‍👧")
        #expect(SafeText.paragraph("a\r\nb\rc\u{2028}d") == "a\nb\nc\nd")
    }
}
