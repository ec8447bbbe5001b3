import FeedModel
import Testing

@testable import Delivery

struct TemplateTests {
    private func render(
        _ text: String, _ announcement: Announcement = Sample.announcement(), _ place: TextPlace = .plain
    ) throws -> String {
        try Template(text).render(TemplateValues(announcement), place: place)
    }

    @Test func `names are filled in, blanks inside the braces do not matter`() throws {
        #expect(
            try render("{{feed.name}}: {{ entry.title }} by {{entry.author}}")
                == "Swift releases: Swift 6.3.1 released by apple")
        #expect(try render("{{entry.published}}{{entry.updated}}") == "2026-11-30T12:34:56Z")
        #expect(try render("plain } text }}") == "plain } text }}")
    }

    @Test func `a value is never read as a template again`() throws {
        #expect(try render("{{entry.title}}", Sample.announcement(title: "{{entry.id}}")) == "{{entry.id}}")
    }

    @Test(arguments: ["{{entry.titel}}", "{{entry.title", "{{}}"])
    func `unknown and unfinished names are refused`(text: String) {
        #expect(throws: Failure.self) { try Template(text) }
    }

    @Test(arguments: hostileTexts)
    func `values are escaped for their place`(text: String) throws {
        let announcement = Sample.announcement(title: text)
        let header = try render("X {{entry.title}}", announcement, .header)
        #expect(!header.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
        let argument = try render("{{entry.title}}", announcement, .argument)
        #expect(!argument.hasPrefix("-") && !argument.contains("\0"))
        let json = try render(#"{"t":"{{entry.title}}"}"#, announcement, .json)
        #expect(try JSONReader.read(Array(json.utf8))["t"]?.string == SafeText.line(text))
        let html = try render("<b>{{entry.title}}</b>", announcement, .html)
        #expect(html.filter { $0 == "<" }.count == 2)
        let url = try render("https://x/?q={{entry.title}}", announcement, .url)
        #expect(
            url.dropFirst("https://x/?q=".count).utf8.allSatisfy {
                $0 == 0x25 || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F || $0 == 0x7E || ($0 > 0x2F && $0 < 0x7B)
            })
        let markdown = try render("{{entry.title}}", announcement, .markdown)
        #expect(!markdown.contains("@everyone") && !markdown.contains("](java"))
        let slack = try render("{{entry.title}}", announcement, .slack)
        #expect(!slack.contains("<") && !slack.contains("@everyone"))
    }

    @Test func `an address at the beginning of a URL stays whole, but only a web address`() throws {
        #expect(try render("{{entry.link}}", Sample.announcement(), .url) == "https://example.org/r/631")
        #expect(try render("{{entry.link}}", Sample.announcement(link: "javascript:x"), .url) == "")
    }

    @Test func `a dash is guarded only where it would begin the argument`() throws {
        #expect(try render("{{entry.title}}", Sample.announcement(title: "-rf"), .argument) == " -rf")
        #expect(
            try render("--title={{entry.title}}", Sample.announcement(title: "-rf"), .argument)
                == "--title=-rf")
    }
}
