import FeedModel
import Signing
import TestSupport
import Testing

@testable import Delivery

/// Headers and bodies of mails, taken apart again by the rules of their RFCs and by Python's own reader.
@Suite struct MailFoldingTests {
    private static let texts = [
        "Plain", "Grüße aus Zürich", "漢字かな交じり文を長く書いた場合の折り返しを確かめるための見出し",
        String(repeating: "word ", count: 60), String(repeating: "x", count: 300),
        String(repeating: "👩‍👩‍👧‍👦", count: 20), "=?UTF-8?Q?not_ours?=",
        "e" + String(repeating: "\u{301}", count: 80),
        "trailing blank ", "a=b_c?d", "שלום عالم", "tab\there", "🇩🇪🇫🇷🇮🇹🇪🇸🇵🇱🇳🇱🇧🇪🇦🇹",
    ]

    /// Decodes what RFC 2047 §6 says of a field: folds vanish, blanks between encoded words too.
    private func decoded(_ field: String) throws -> String {
        let value = field.dropFirst("Subject: ".count).replacing("\r\n", with: "")
        guard value.contains("=?UTF-8?B?") else { return String(value) }
        let words = value.split(separator: " ")
        return try words.map { word in
            #expect(word.hasPrefix("=?UTF-8?B?") && word.hasSuffix("?=") && word.utf8.count <= 75)
            let bytes = try #require(Base64.decode(word.dropFirst(10).dropLast(2)))
            // Each word is whole by itself (RFC 2047 §5).
            return try #require(String(validating: bytes, as: UTF8.self))
        }.joined()
    }

    @Test(arguments: texts)
    func `a subject is folded into words that are whole and give the text back`(text: String) throws {
        let field = MailHeader.text("Subject", text)
        // A line end is one character to Swift.
        #expect(field.hasSuffix("\r\n") && field.utf8.allSatisfy { $0 < 0x7F })
        for line in field.dropLast().split(separator: "\r\n", omittingEmptySubsequences: false) {
            #expect(line.utf8.count <= 76 + 9 && !line.isEmpty)
        }
        // What follows a line end begins with a blank, else it would be another field.
        #expect(field.split(separator: "\r\n").dropFirst().allSatisfy { $0.hasPrefix(" ") })
        #expect(try decoded(String(field.dropLast())) == SafeText.line(text))
    }

    @Test(arguments: texts)
    func `Python reads the same subject, body and identity`(text: String) throws {
        var announcement = Sample.announcement(title: text, author: nil)
        announcement.entry.summary = "\(text)\n.\nFrom here\n=3D \(text)"
        let builder = MailMessage(
            from: try MailAddress("herald@feeds.example"), to: [try MailAddress("Jürgen <a@b.example>")],
            version: "1", usesBody: false, hasTitle: false)
        let message = AnnouncementText.message(for: announcement)
        let bytes = builder.bytes(message, date: Sample.time, utcOffset: 0)
        let script = """
            import sys, email, email.policy
            mail = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
            text = mail.get_body(("plain",)).get_content()
            assert not mail.defects and not any(part.defects for part in mail.walk()), mail.defects
            print(mail["subject"], mail["message-id"], mail["to"], mail["list-id"].split()[-1], sep="\\n")
            print(text.replace("\\r\\n", "\\n"), end="")
            """
        let python = try ToolProcess(
            ["env", "PYTHONIOENCODING=utf-8", "python3", "-c", script], input: bytes)
        try #require(python.wait() == 0, "\(python.errors)")
        let lines = python.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let title = SafeText.line(text)
        #expect(lines[0] == title)
        #expect(lines[1] == "<\(message.id)@feeds.example>")
        #expect(lines[2] == "Jürgen <a@b.example>")
        #expect(lines[3].hasSuffix(".feedherald.feeds.example>"))
        #expect(lines[4] == title && lines[5] == "https://example.org/r/631")
        #expect(lines.contains(".") && lines.contains("From here"))
        #expect(bytes.split(separator: 0x0A).allSatisfy { $0.count <= 998 && $0.last == 0x0D })
    }

    @Test(arguments: [
        (["a"], "To: a\r\n"), (["a@b.example,", "c@d.example"], "To: a@b.example, c@d.example\r\n"),
        ([], "To:\r\n"),
    ])
    func `words of a plain field stand side by side`(words: [String], field: String) {
        #expect(MailHeader.plain("To", words) == field)
    }

    @Test func `many receivers are folded between addresses only`() {
        let words = (0..<40).map { "reader\($0)@example.org" + ($0 < 39 ? "," : "") }
        let field = MailHeader.plain("To", words)
        let lines = field.split(separator: "\r\n")
        #expect(lines.count > 10 && lines.allSatisfy { $0.utf8.count <= 77 })
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix(" ") })
        #expect(lines.joined().split(separator: " ").dropFirst().map(String.init) == words)
    }

    @Test(arguments: [
        "", "a", "=", "a \nb\t\n", ".", "From x\n.\n", "ä€🎉", String(repeating: "=", count: 200),
        String(repeating: "ab ", count: 100), "ends with blank ", "tab\tin",
    ])
    func `quoted-printable gives the text back and keeps its lines short`(text: String) {
        let coded = QuotedPrintable.encode(text)
        var bytes: [UInt8] = []
        for line in coded.replacing("=\r\n", with: "").split(
            separator: "\r\n", omittingEmptySubsequences: false)
        {
            if !bytes.isEmpty || line.startIndex != coded.startIndex { bytes.append(10) }
            var rest = Array(line.utf8)[...]
            #expect(rest.last != 0x20 && rest.last != 9)
            while let byte = rest.popFirst() {
                guard byte == 0x3D else {
                    bytes.append(byte)
                    continue
                }
                let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                bytes.append(UInt8(digits, radix: 16) ?? 0)
                rest = rest.dropFirst(2)
            }
        }
        if bytes.first == 10, !text.hasPrefix("\n") { bytes.removeFirst() }
        #expect(String(decoding: bytes, as: UTF8.self) == text)
        #expect(coded.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 76 && !$0.hasPrefix(".") })
    }
}
