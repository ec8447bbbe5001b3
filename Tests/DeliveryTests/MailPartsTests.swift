import FeedModel
import Testing

@testable import Delivery

struct MailPartsTests {
    @Test(arguments: [
        (0, "Mon, 30 Nov 2026 12:34:56 +0000"), (3600, "Mon, 30 Nov 2026 13:34:56 +0100"),
        (-12_600, "Mon, 30 Nov 2026 09:04:56 -0330"), (43_200, "Tue, 01 Dec 2026 00:34:56 +1200"),
    ])
    func `dates are those of RFC 5322 in local time`(offset: Int, text: String) {
        #expect(MailDate.text(Sample.time, utcOffset: offset) == text)
    }

    @Test func `quoted-printable keeps lines short and guards ends, dots and equals signs`() {
        let text = "a=b \nend \n.dot\nFrom me\n" + String(repeating: "ä", count: 60)
        let coded = QuotedPrintable.encode(text)
        #expect(coded.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 76 })
        #expect(coded.hasPrefix("a=3Db=20\r\nend=20\r\n=2Edot\r\n=46rom me\r\n"))
        #expect(coded.contains("=\r\n"))
    }

    @Test func `short ASCII stays, everything else becomes encoded words of at most 75 bytes`() {
        #expect(MailHeader.text("Subject", "Plain text") == "Subject: Plain text\r\n")
        #expect(MailHeader.text("Subject", "Grüße") == "Subject: =?UTF-8?B?R3LDvMOfZQ==?=\r\n")
        #expect(MailHeader.text("Subject", "=?trick?=").contains("=?UTF-8?B?"))
        let long = MailHeader.text("Subject", String(repeating: "👩‍👩‍👧‍👦 word ", count: 30))
        for line in long.split(separator: "\r\n") { #expect(line.utf8.count <= 76 + 9) }
        #expect(MailHeader.text("Subject", "a\r\nBcc: b") == "Subject: a Bcc: b\r\n")
    }

    @Test func `mailboxes are read with and without names`() throws {
        #expect(try MailAddress("a@b.example").field == "a@b.example")
        #expect(try MailAddress("Ann Lee <a@b.example>").field == "Ann Lee <a@b.example>")
        #expect(try MailAddress("\"Lee, Ann\" <a@b.example>").name == "Lee, Ann")
        #expect(try MailAddress("\"Lee, Ann\" <a@b.example>").field.hasPrefix("=?UTF-8?B?"))
        #expect(try MailAddress("Jürgen <a@b.example>").domain == "b.example")
    }

    @Test func `markup in content is left out of mails when there is no summary`() {
        var announcement = Sample.announcement()
        announcement.entry.summary = nil
        announcement.entry.content = "<p>One &amp; <b>two</b></p><script>x()</script><img src=x onerror=y>"
        let message = AnnouncementText.message(for: announcement)
        let text = MailDocument.text(message, usesBody: false)
        #expect(text.contains("One & two"))
        let html = MailDocument.html(message, usesBody: false)
        #expect(!html.contains("<script") && !html.contains("<img") && html.contains("One &amp; two"))
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Mon, 30 Nov 2026 12:34:56 GMT", 1_796_042_096),
    ])
    func `HTTP dates are read`(text: String, seconds: Int64) {
        #expect(HTTPDate.parse(text)?.seconds == seconds)
        #expect(HTTPDate.parse(String(text.dropLast(4))) == nil)
    }
}
