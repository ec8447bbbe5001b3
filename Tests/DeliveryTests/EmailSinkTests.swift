import FeedModel
import TestSupport
import Testing

@testable import Delivery

struct EmailSinkTests {
    private let world = SinkWorld()

    private func sink(
        _ server: LocalMailServer, to: [String] = ["Reader <reader@example.org>"],
        _ change: (inout EmailSettings, inout SinkSettings) -> Void = { _, _ in }
    ) throws -> any Sink {
        var email = EmailSettings(host: "127.0.0.1", from: "herald@feeds.example", to: to)
        email.port = server.port
        email.encryption = .none
        var settings = SinkSettings(name: "mail", kind: .email(email))
        change(&email, &settings)
        settings.kind = .email(email)
        return try SinkFactory.make(settings, environment: world.environment)
    }

    @Test func `a mail has both parts and the headers that programs thread and filter by`() async throws {
        let server = try LocalMailServer()
        let announcement = Sample.announcement(title: "Grüße aus Zürich — 🎉 \"quoted\" & <b>", author: "Ann")
        let outcome = try await sink(server).deliver([announcement])[0]
        #expect(outcome == .delivered(note: "Message-ID <\(announcement.id)@feeds.example>"))
        let mail = try #require(try server.mails().first)
        #expect(mail["from"] == "Swift releases <herald@feeds.example>")
        #expect(mail["to"] == "Reader <reader@example.org>")
        #expect(mail["subject"] == "Ann - Grüße aus Zürich — 🎉 \"quoted\" & <b>")
        #expect(mail["message-id"] == "<\(announcement.id)@feeds.example>")
        #expect(mail["date"] == "Mon, 30 Nov 2026 12:34:56 +0000")
        #expect(mail["auto-submitted"] == "auto-generated")
        #expect(mail["list-id"]?.hasPrefix("Swift releases <") == true)
        #expect(mail["in-reply-to"] == nil && mail["references"] != nil)
        #expect(mail.types == ["multipart/alternative", "text/plain", "text/html"])
        #expect(
            mail.text.hasPrefix(
                "Ann - Grüße aus Zürich — 🎉 \"quoted\" & <b>\nhttps://example.org/r/631\n\nWhat is new"))
        #expect(mail.html.contains("<a href=\"https://example.org/r/631\">Ann - Grüße"))
        #expect(mail.html.contains("&lt;b&gt;") && mail.defects.isEmpty)
        #expect(mail.recipients == ["reader@example.org"] && mail.sender == "herald@feeds.example")
    }

    @Test func `an update answers the thread of its entry`() async throws {
        let server = try LocalMailServer()
        _ = try await sink(server).deliver([Sample.announcement(), Sample.announcement(kind: .update)])
        let mails = try server.mails()
        try #require(mails.count == 2)
        #expect(mails[1]["subject"]?.hasPrefix("Updated: ") == true)
        #expect(mails[1]["in-reply-to"] == mails[0]["references"])
        #expect(mails[1]["references"] == mails[0]["references"])
        #expect(mails[0]["message-id"] != mails[1]["message-id"])
    }

    @Test func `hostile texts add no header, no receiver and no live markup`() async throws {
        let server = try LocalMailServer()
        let announcements = hostileTexts.enumerated().map { number, text in
            var announcement = Sample.announcement(
                title: text, author: text, link: text, feed: text, number: number)
            announcement.entry.summary = text
            return announcement
        }
        let outcomes = try await sink(server).deliver(Array(announcements))
        #expect(outcomes.all(\.isDelivered), "\(outcomes)")
        let mails = try server.mails()
        #expect(mails.count == hostileTexts.count)
        for (mail, text) in zip(mails, hostileTexts) {
            #expect(mail["bcc"] == nil && mail["cc"] == nil && mail.recipients == ["reader@example.org"])
            #expect(mail.types.count == 3 && mail.defects.isEmpty)
            #expect(!mail.html.contains("<script") && !mail.html.contains("href=\"java"))
            #expect(mail.headerNames.count == Set(mail.headerNames).count)
            let title = SafeText.line(text)
            #expect(mail["subject"] == (title.isEmpty ? mail["subject"] : "\(title) - \(title)"))
        }
    }

    @Test func `long subjects are folded into encoded words that decode to the whole`() async throws {
        let server = try LocalMailServer()
        let title = String(repeating: "漢字と🎉 👩‍👩‍👧‍👦 long words ", count: 20)
        _ = try await sink(server).deliver([Sample.announcement(title: title, author: nil)])
        let mail = try #require(try server.mails().first)
        #expect(mail["subject"] == SafeText.line(title))
        #expect(mail.longestLine <= 100)
    }

    @Test func `a digest is one mail with every entry`() async throws {
        let server = try LocalMailServer()
        let sink = try sink(server) { _, settings in settings.digest = .daily(atMinute: 480) }
        let outcomes = await sink.deliver(
            (0..<40).map { Sample.announcement(title: "Entry \($0)", number: $0) })
        #expect(outcomes.count == 40 && outcomes.all(\.isDelivered))
        let mails = try server.mails()
        #expect(mails.count == 1 && mails[0]["subject"] == "40 new entries of Swift releases")
        for number in 0..<40 { #expect(mails[0].text.contains("apple - Entry \(number)\n")) }
    }

    @Test func `templates replace subject and body`() async throws {
        let server = try LocalMailServer()
        let sink = try sink(server) { _, settings in
            settings.title = "[{{feed.name}}] {{entry.title}}"
            settings.body = "{{entry.summary}}\n.\nFrom here"
        }
        _ = await sink.deliver([Sample.announcement()])
        let mail = try #require(try server.mails().first)
        #expect(mail["subject"] == "[Swift releases] Swift 6.3.1 released")
        #expect(mail.text.hasPrefix("What is new\n.\nFrom here\n\nhttps://example.org/r/631"))
    }

    @Test func `STARTTLS with a login works, and is required`() async throws {
        let certificates = try TestCertificates()
        let server = try LocalMailServer(certificates: certificates, login: ("me", "pw"))
        let good = try sink(server) { email, _ in
            email.host = "localhost"
            email.encryption = .starttls
            email.ca = certificates.authority
            email.user = "me"
            email.password = Secret("pw")
        }
        let outcome = await good.deliver([Sample.announcement()])[0]
        #expect(outcome.isDelivered, "\(outcome)")
        let wrong = try sink(server) { email, _ in
            email.host = "localhost"
            email.encryption = .starttls
            email.ca = certificates.authority
            email.user = "me"
            email.password = Secret("secret-word")
        }
        let refused = await wrong.deliver([Sample.announcement()])[0]
        #expect(refused.isSuspended && !refused.text.contains("secret-word"), "\(refused)")
        let plain = try LocalMailServer()
        let strict = try sink(plain) { email, _ in email.encryption = .starttls }
        #expect(await strict.deliver([Sample.announcement()])[0].isRetry)
        #expect(try plain.mails().isEmpty)
    }

    @Test(arguments: [(451, "retry"), (550, "suspended"), (554, "refused"), (552, "refused"), (421, "retry")])
    func `every code of the server has its reaction`(code: Int, expected: String) async throws {
        let server = try LocalMailServer(answer: "\(code) not now")
        let outcome = try await sink(server).deliver([Sample.announcement()])[0]
        let kind =
            outcome.isRefused
            ? "refused" : outcome.isRetry ? "retry" : outcome.isSuspended ? "suspended" : "?"
        #expect(kind == expected, "\(outcome)")
        #expect(outcome.text.contains("\(code)"))
    }

    @Test(arguments: ["", "nobody", "a@", "a b@c", "a@b\r\nBcc: x@y", "<>", "Näme <ä@b.example>", "a@b@c"])
    func `what is no address is refused at the start`(text: String) throws {
        let server = try LocalMailServer()
        #expect(throws: Failure.self) { try sink(server, to: [text]) }
    }
}
