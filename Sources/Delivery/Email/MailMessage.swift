import FeedModel

/// Builds a mail: header, plain text and HTML (RFC 5322, RFC 2045 to 2047, RFC 2919).
struct MailMessage: Sendable {
    let from: MailAddress
    let to: [MailAddress]
    let version: String
    /// Whether a template gives the body.
    let usesBody: Bool
    let hasTitle: Bool

    /// The bytes of a mail, lines ended by CR LF.
    ///
    /// - Parameters:
    ///   - date: when it is sent.
    ///   - utcOffset: seconds to add to UTC for local time.
    func bytes(_ message: Message, date: Timestamp, utcOffset: Int) -> [UInt8] {
        let boundary = "=_\(message.id)"
        var mail = header(message, date: date, utcOffset: utcOffset)
        mail +=
            "MIME-Version: 1.0\r\nContent-Type: multipart/alternative;\r\n boundary=\"\(boundary)\"\r\n\r\n"
        mail += "--\(boundary)\r\n" + part("plain", MailDocument.text(message, usesBody: usesBody))
        mail += "--\(boundary)\r\n" + part("html", MailDocument.html(message, usesBody: usesBody))
        mail += "--\(boundary)--\r\n"
        return Array(mail.utf8)
    }

    private func part(_ type: String, _ text: String) -> String {
        """
        Content-Type: text/\(type); charset=utf-8\r
        Content-Transfer-Encoding: quoted-printable\r
        \r
        \(QuotedPrintable.encode(text))\r

        """
    }

    private func header(_ message: Message, date: Timestamp, utcOffset: Int) -> String {
        let feed = message.feeds.count == 1 ? message.feeds.first : nil
        let name = from.name ?? feed.flatMap { SafeText.nonEmptyLine($0.name) } ?? "feedherald"
        var header = MailHeader.plain("From", [from.field(named: name)])
        let separated = to.dropLast().map { $0.field + "," } + (to.last.map { [$0.field] } ?? [])
        header += MailHeader.plain("To", separated)
        header += MailHeader.text("Subject", subject(message))
        header += "Date: \(MailDate.text(date, utcOffset: utcOffset))\r\n"
        header += "Message-ID: <\(message.id)@\(from.domain)>\r\n"
        if let thread = thread(message) {
            // Every mail of an entry refers to the same root, so that mail programs show an update below the entry.
            if message.kind == .update { header += "In-Reply-To: <\(thread)>\r\n" }
            header += "References: <\(thread)>\r\n"
        }
        if let feed {
            let id = "\(StableHash.hex(StableHash.of(feed.url))).feedherald.\(from.domain)"
            header += MailHeader.plain(
                "List-Id", [MailHeader.forcedWord(SafeText.nonEmptyLine(feed.name) ?? "feed"), "<\(id)>"])
            if let link = SafeText.webLink(feed.link) {
                header += MailHeader.plain("List-Archive", ["<\(link)>"])
            }
        }
        return header + "Auto-Submitted: auto-generated\r\nUser-Agent: feedherald/\(version)\r\n"
    }

    private func subject(_ message: Message) -> String {
        guard !hasTitle, message.announcements.count == 1, let only = message.announcements.first else {
            return message.title
        }
        let headline = AnnouncementText.headline(only)
        return switch only.kind {
        case .new, .summary: headline
        case .update: "Updated: \(headline)"
        case .failing, .recovered: "\(message.title): \(headline)"
        }
    }

    private func thread(_ message: Message) -> String? {
        guard message.announcements.count == 1, let only = message.announcements.first else { return nil }
        return "\(StableHash.hex128("thread \(only.feed.url) \(only.entry.id)".utf8))@\(from.domain)"
    }
}

/// Dates of mail (RFC 5322 §3.3).
enum MailDate {
    /// `Mon, 30 Nov 2026 13:34:56 +0100`.
    static func text(_ time: Timestamp, utcOffset: Int) -> String {
        let local = time + .seconds(utcOffset)
        let stamp = local.rfc3339
        let date = CivilDate(daysSince1970: Int((Double(local.seconds) / 86_400).rounded(.down)))
        let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let day = days[((date.daysSince1970 % 7) + 7) % 7]
        let minutes = abs(utcOffset) / 60
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let zone = (utcOffset < 0 ? "-" : "+") + two(minutes / 60) + two(minutes % 60)
        return
            "\(day), \(two(date.day)) \(HTTPDate.months[date.month - 1]) \(date.year) \(stamp.dropFirst(11).prefix(8)) \(zone)"
    }
}
