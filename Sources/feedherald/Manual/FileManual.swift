import Subscriptions

/// The text of feedherald.json(5), made of the tables that the checker goes by.
enum FileManual {
    static var text: String {
        var lines = [
            ".TH FEEDHERALD.JSON 5 \"\(VersionText.date)\" \"feedherald \(VersionText.version)\" \"File Formats\""
        ]
        lines += [
            Roff.section("NAME"),
            Roff.line("feedherald.json - what feedherald watches and where it announces"),
        ]
        lines += [Roff.section("DESCRIPTION")]
        lines += Roff.paragraph(
            "feeds.json is one JSON object. Comments, trailing commas, single quotes and unquoted keys are accepted. "
                + "Unknown keys and wrong values are refused, all of them in one go, with line and column; "
                + "\"feedherald check\" does nothing else. The file is never written.")
        lines += Roff.block([
            "{", "  // each feed every quarter of an hour", "  \"delay\": \"15m\",", "  \"feeds\": [",
            "    \"https://example.org/feed.atom\",",
            "    { \"name\": \"Releases\", \"url\": \"https://example.org/releases.atom\", \"include\": \"title: 6\\\\.\\\\d\" }",
            "  ],", "  \"sinks\": [", "    { \"type\": \"ntfy\", \"topic\": \"my-feeds\" }", "  ]", "}",
        ])
        lines += [Roff.section("THE FILE")] + keys(FileSpecification.file)
        lines += [Roff.section("A FEED")]
        lines += Roff.paragraph(
            "A text is a feed's address. An object has these keys; all but name and url may also stand in \"defaults\"."
        )
        lines += keys(FileSpecification.feed)
        lines += [Roff.section("SINKS")]
        for (tag, specification) in SinkSpecification.all { lines += sink(tag, specification) }
        lines += values + templates
        lines += [Roff.section("SEE ALSO"), Roff.line("feedherald(1)")]
        return Roff.document(lines)
    }

    private static func sink(_ tag: String, _ specification: ObjectSpecification) -> [String] {
        if tag == "console" {
            return [".SS \"All sinks\""] + keys(specification)
                + [
                    ".SS \"console\"",
                    Roff.line("A line on standard output; it is there even when it is not listed."),
                ]
        }
        return [".SS \"\(tag)\""] + SinkSpecification.ownKeys(of: specification).flatMap(key)
    }

    private static func keys(_ specification: ObjectSpecification) -> [String] {
        specification.keys.flatMap(key)
    }

    private static func key(_ key: KeySpecification) -> [String] {
        Roff.item(
            key.name + (key.isRequired ? " (required)" : ""), "\(key.summary) Takes \(key.kind.expectation).")
    }

    private static let values =
        [Roff.section("VALUES")]
        + Roff.item(
            "Durations",
            "Seconds (90, 0.5) or text with units: \"90s\", \"15m\", \"2h\", \"1d\", \"1w\", \"1h30m\".")
        + Roff.item(
            "Regular expressions",
            "PCRE2, matched anywhere and without regard to case. A field may go before: \"title: 6\\\\.\\\\d\"; fields are "
                + "title, author, summary, content, category and link.")
        + Roff.item(
            "Secrets",
            "A text, {\"env\": NAME}, {\"file\": PATH} (a bare name is looked for in $CREDENTIALS_DIRECTORY first) or "
                + "{\"command\": [PROGRAM, ARGUMENT...]}. They never appear in logs, status or errors.")
        + Roff.item("Paths", "Relative ones are taken from the folder of feeds.json; ~/ is the home folder.")

    private static let templates =
        [Roff.section("TEMPLATES")]
        + Roff.paragraph(
            "title, body, url, arguments and payloads of sinks may hold {{feed.name}}, {{feed.title}}, {{feed.url}}, "
                + "{{feed.link}}, {{entry.id}}, {{entry.title}}, {{entry.link}}, {{entry.author}}, {{entry.summary}}, "
                + "{{entry.content}}, {{entry.published}}, {{entry.updated}}, {{entry.categories}}, {{entry.enclosure}}, "
                + "{{headline}}, {{kind}}, {{time}}, {{id}} and {{uuid}}. A value is escaped for the place it is put into."
        )
}
