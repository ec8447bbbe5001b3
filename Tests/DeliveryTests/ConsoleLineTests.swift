import FeedModel
import Testing

@testable import Delivery

struct ConsoleLineTests {
    private func line(_ announcement: Announcement, _ style: ConsoleStyle = .plain) -> String {
        ConsoleLine.make(announcement, now: Sample.time, style: style)
    }

    @Test func `the line is the one the design shows`() {
        #expect(
            line(Sample.announcement())
                == "2026-11-30T12:34:56Z NEW Swift releases: apple - Swift 6.3.1 released https://example.org/r/631\n"
        )
    }

    @Test func `a title of a megabyte is cut`() {
        let text = line(Sample.announcement(title: String(repeating: "lol ", count: 300_000)))
        #expect(text.count < 1200)
        #expect(text.contains("… https://example.org/r/631"))
    }

    @Test func `without author, title or link the line still says what it can`() {
        #expect(
            line(Sample.announcement(author: nil, link: nil))
                == "2026-11-30T12:34:56Z NEW Swift releases: Swift 6.3.1 released\n")
        #expect(
            line(Sample.announcement(title: "  ", author: "", link: nil))
                == "2026-11-30T12:34:56Z NEW Swift releases: What is new\n")
        var bare = Sample.announcement(title: nil, author: nil, link: nil)
        bare.entry.summary = nil
        #expect(line(bare) == "2026-11-30T12:34:56Z NEW Swift releases: tag:example.org,2026:1\n")
    }

    @Test func `the other kinds have words of their own`() {
        #expect(line(Sample.announcement(kind: .update)).contains("Z UPDATE Swift"))
        #expect(line(Sample.announcement(kind: .failing)).contains("Z FAILING Swift"))
    }

    @Test(arguments: hostileTexts)
    func `no text of a publisher ends the line or steers the terminal`(text: String) {
        let announcement = Sample.announcement(
            title: text, author: text, link: "https://x/\(text)", feed: text)
        for style in [ConsoleStyle.plain, .json] {
            let line = line(announcement, style)
            #expect(line.hasSuffix("\n"))
            for scalar in line.dropLast().unicodeScalars {
                #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
                #expect(
                    !(0x202A...0x202E).contains(scalar.value) && !(0x2028...0x2029).contains(scalar.value))
            }
        }
    }

    @Test func `a link that is none of the web's is not shown`() {
        for link in [
            "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", " JaVaScRiPt:x", "https://",
        ] {
            #expect(!line(Sample.announcement(link: link)).contains(":alert"))
            #expect(line(Sample.announcement(link: link)).hasSuffix("released\n"))
        }
    }

    @Test func `colour is only added around the parts`() {
        let coloured = line(Sample.announcement(), .colour)
        let plain = coloured.split(separator: "\u{1B}[").map { part in
            part.firstIndex(of: "m").map { String(part[part.index(after: $0)...]) } ?? String(part)
        }
        #expect(coloured.contains("\u{1B}[32mNEW\u{1B}[0m"))
        #expect(plain.joined() == line(Sample.announcement()))
    }

    @Test func `the JSON form has the members of the design in order`() throws {
        let text = line(Sample.announcement(), .json)
        let value = try JSONReader.read(Array(text.utf8))
        #expect(
            value.members?.map(\.key) == [
                "time", "event", "feed", "id", "author", "title", "link", "published",
            ])
        #expect(value["event"]?.string == "new" && value["author"]?.string == "apple")
    }
}
