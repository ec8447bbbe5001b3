import Subscriptions

/// docs/feeds.json.md: every key of feeds.json in tables, made of what the checker goes by.
enum FileTable {
    static var text: String {
        var lines = [
            "# feeds.json", "",
            "Every key, made from the program's own tables (`scripts/docs`); `man 5 feedherald.json` says the same. Editors take",
            "[feeds.schema.json](feeds.schema.json): `\"$schema\": \"feeds.schema.json\"`.", "",
            "JSON; comments, trailing commas, single quotes and unquoted keys are accepted. `feedherald check` names every fault with",
            "line and column. Durations are seconds or `\"90s\"`, `\"15m\"`, `\"2h\"`, `\"1d\"`. Secrets are texts, `{\"env\": \"NAME\"}`,",
            "`{\"file\": \"PATH\"}` or `{\"command\": [\"pass\", \"show\", \"x\"]}`.",
        ]
        lines += table("The file", FileSpecification.file.keys)
        lines += table("A feed", FileSpecification.feed.keys)
        lines += [
            "",
            "A text in place of the object is the feed's address. All but `name` and `url` may stand in `defaults`.",
        ]
        lines += table("Every sink", SinkSpecification.ofEverySink)
        for (tag, specification) in SinkSpecification.all where tag != "console" {
            lines += table("`\(tag)`", SinkSpecification.ownKeys(of: specification))
        }
        return lines.joined(separator: "\n")
    }

    private static func table(_ title: String, _ keys: [KeySpecification]) -> [String] {
        let rows = keys.map { key in
            let cells = [
                "`\(key.name)`" + (key.isRequired ? " (required)" : ""), key.summary, key.kind.expectation,
            ]
            return "| \(cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |"
        }
        return ["", "## \(title)", "", "| key | meaning | takes |", "|---|---|---|"] + rows
    }
}
