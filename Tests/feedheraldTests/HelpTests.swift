import FoundationEssentials
import TestSupport
import Testing

/// The texts of `--help` are kept in `Fixtures/help`; FEEDHERALD_RECORD=1 writes them anew.
@Suite struct HelpTests {
    static let commands = [
        "", "parse", "check", "status", "explain", "push", "discover", "import", "export", "history", "reset",
        "retry", "reset-badge", "completions",
    ]

    @Test(arguments: commands)
    func `help is what it was`(command: String) throws {
        let folder = try TemporaryFolder()
        let run = try ProgramRun(command.isEmpty ? ["--help"] : [command, "-h"], in: folder)
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        let path = Fixture.path("help/\(command.isEmpty ? "feedherald" : command).txt")
        if ProcessInfo.processInfo.environment["FEEDHERALD_RECORD"] != nil {
            try Data(run.output.utf8).write(to: URL(fileURLWithPath: path))
        }
        let kept = try String(decoding: Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        #expect(run.output == kept)
    }

    @Test(arguments: commands)
    func `help fits a terminal and has an example`(command: String) throws {
        let folder = try TemporaryFolder()
        let run = try ProgramRun(command.isEmpty ? ["--help"] : [command, "--help"], in: folder)
        for line in run.lines { #expect(line.count <= 120, "\(line)") }
        #expect(run.output.contains("Examples:\n  feedherald"))
        #expect(run.output.contains("Usage: feedherald"))
    }

    @Test func `every command stands in the help of the program`() throws {
        let run = try ProgramRun("--help", in: TemporaryFolder())
        for command in Self.commands.dropFirst() {
            #expect(run.output.contains("\n  \(command)"), "\(command)")
        }
    }

    @Test func `help may be asked for by a word, and options may stand before the command`() throws {
        let folder = try TemporaryFolder(feeds: #"{"feeds": []}"#)
        #expect(try ProgramRun("help", in: folder).output == ProgramRun("--help", in: folder).output)
        #expect(
            try ProgramRun("help", "status", in: folder).output
                == ProgramRun("status", "-h", in: folder).output)
        for options in [
            ["-c", "feeds.json"], ["--config=feeds.json", "-q"], ["-s", "status", "--log-format", "text"],
        ] {
            let run = try ProgramRun(options + ["status", "--json"], in: folder)
            #expect(run.status == 0 && run.output.hasPrefix("{"), "\(options)")
        }
    }

    @Test func `the version names the libraries as loaded`() throws {
        let run = try ProgramRun("--version", in: TemporaryFolder())
        #expect(run.status == 0)
        #expect(run.lines.first?.hasPrefix("feedherald ") == true)
        let names = run.lines.dropFirst().map { String($0.split(separator: " ")[0]) }
        #expect(
            names == ["libcurl", "OpenSSL", "nghttp2", "libdeflate", "brotli", "zstd", "libxml2", "PCRE2"])
        for line in run.lines {
            let version = line.split(separator: " ")[1]
            #expect(version.first?.isNumber == true && version.contains("."), "\(line)")
        }
    }
}

@Suite struct UsageTests {
    @Test(arguments: [
        (["--oncee"], "unknown option --oncee; did you mean --once?"),
        (["--delay", "5"], "unknown option --delay"),
        (["-z"], "unknown option -z"),
        (["--config="], "--config needs a path"),
        (["status", "-s", ""], "--state needs a path"),
        (["help", "stats"], #"there is no command "stats"; did you mean "status"?"#),
        (["--once", "status"], "the command comes first: feedherald status"),
        (["--config"], "--config needs a value"),
        (["--once=yes"], "--once takes no value"),
        (["stats"], #"there is no command "stats"; did you mean "status"?"#),
        (["0"], "DELAY must be more than 0"),
        (["-5"], "DELAY must be more than 0, not \"-5\""),
        (["nan"], #""nan" is no DELAY"#),
        (["60", "61"], "one DELAY is enough"),
        (["status", "x"], "status takes no"),
        (["explain"], "explain needs one FEED"),
        (["history", "-m", "0"], "--max needs a number above 0"),
        (["reset"], "reset needs one FEED"),
        (["retry", "x"], "there is no sink \"x\""),
        (["export", "x"], "export takes no"),
        (["import"], "import needs one FILE"),
        (["discover"], "discover needs one URL"),
        (["completions", "tcsh"], "bash, zsh or fish"),
        (["check", "x"], "check takes no"),
        (["60", "--log-format", "xml"], "--log-format is text or json"),
        (["60", "--adaptive", "never"], "--adaptive needs a duration"),
    ])
    func `a wrong command line is refused with the way out`(arguments: [String], message: String) throws {
        let folder = try TemporaryFolder(feeds: #"{"feeds": []}"#)
        let run = try ProgramRun(arguments, in: folder)
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.errors.contains("--help\"."))
    }

    @Test func `a missing DELAY is told`() throws {
        let run = try ProgramRun([], in: TemporaryFolder(feeds: #"{"feeds": []}"#))
        #expect(run.status == 64)
        #expect(run.errors.contains("DELAY is missing"))
    }

    @Test func `a missing feeds.json is told with the way out`() throws {
        let run = try ProgramRun("60", in: TemporaryFolder())
        #expect(run.status == 78)
        #expect(run.errors.contains("cannot read feeds.json"))
        #expect(run.errors.contains("--config"))
    }
}
