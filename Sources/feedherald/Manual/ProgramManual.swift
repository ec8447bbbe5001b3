/// The text of feedherald(1).
enum ProgramManual {
    static var text: String {
        var lines = [
            ".TH FEEDHERALD 1 \"\(VersionText.date)\" \"feedherald \(VersionText.version)\" \"User Commands\""
        ]
        lines += [
            Roff.section("NAME"), Roff.line("feedherald - announce what is new on feeds, each entry once"),
        ]
        lines += [Roff.section("SYNOPSIS")]
        lines += Roff.block(
            ["feedherald DELAY [options]", "feedherald --once [options]"]
                + Program.visible.map { "feedherald \($0.name) [options] \($0.operands)".trimmed })
        lines += [Roff.section("DESCRIPTION")]
        lines += Roff.paragraph(
            "feedherald watches the feeds of feeds.json, see feedherald.json(5), and announces each new entry once: "
                + "by a line on standard output, and to phones, chats, mail and programs.")
        lines += paragraphs(Command.watch.details)
        lines += options(Command.watch.options + SharedOptions.all)
        lines += examples(Command.watch)
        lines += [Roff.section("COMMANDS")]
        for command in Program.visible { lines += self.command(command) }
        lines += places + signals + statuses
        lines += [Roff.section("SEE ALSO"), Roff.line("feedherald.json(5), systemd.service(5)")]
        return Roff.document(lines)
    }

    private static func command(_ command: Command) -> [String] {
        var lines = [".SS \"\(Roff.escaped("feedherald \(command.name) \(command.operands)".trimmed))\""]
        lines.append(Roff.line(command.summary))
        lines += paragraphs(command.details)
        lines += options(command.options)
        return lines + examples(command)
    }

    private static func paragraphs(_ text: String) -> [String] {
        text.isEmpty ? [] : [".PP"] + text.split(separator: "\n").map { Roff.line(String($0)) }
    }

    private static func options(_ options: [OptionHelp]) -> [String] {
        options.flatMap { Roff.item($0.shape.drop { $0 == " " }.description, $0.summary + ".") }
    }

    private static func examples(_ command: Command) -> [String] {
        command.examples.flatMap { [".TP"] + ["\\fB\(Roff.escaped($0.line))\\fR", Roff.line($0.what)] }
    }

    private static let places =
        [Roff.section("FILES AND ENVIRONMENT")]
        + Roff.item(
            "feeds.json",
            "The first of --config, ./feeds.json, $CONFIGURATION_DIRECTORY/feeds.json and "
                + "$XDG_CONFIG_HOME/feedherald/feeds.json (~/.config).")
        + Roff.item(
            "The state folder",
            "The first of --state, $STATE_DIRECTORY, $XDG_STATE_HOME/feedherald and ~/.local/state/feedherald: "
                + "a marker a feed, what was announced (history.jsonl), what was given up (refused.jsonl).")
        + Roff.item("CREDENTIALS_DIRECTORY", "Where {\"file\": NAME} of a secret is looked for first.")
        + Roff.item("NO_COLOR", "When it is set, nothing is coloured.")
        + Roff.item("http_proxy, https_proxy, all_proxy, no_proxy", "Proxies, as libcurl reads them.")
        + Roff.item("CURL_CA_BUNDLE, SSL_CERT_FILE", "Certificates to trust in place of the system's.")
        + Roff.item("NOTIFY_SOCKET, WATCHDOG_USEC", "Set by systemd; see sd_notify(3).")

    private static let signals =
        [Roff.section("SIGNALS")]
        + Roff.item(
            "SIGTERM, SIGINT",
            "Finish what is in flight within 5 seconds, save, exit; a second one exits now.")
        + Roff.item(
            "SIGHUP", "Read feeds.json again; a faulty one is refused and the old one stays in force.")
        + Roff.item("SIGUSR1", "Poll everything now.")
        + Roff.item(
            "SIGURG", "Let go of the state for a moment; reset, retry and reset-badge send it to the watch.")

    private static let statuses =
        [Roff.section("EXIT STATUS")]
        + ExitStatus.allCases.flatMap { Roff.item("\($0.rawValue)", $0.meaning) }
}
