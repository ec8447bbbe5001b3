import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// What people and systems get wrong, and what they are told.
@Suite struct BadInputTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(feeds: #"{"feeds": [{"name": "N", "url": "feed.xml"}]}"#)
        try folder.write(SampleFeed.atom(), to: "feed.xml")
        try folder.write("<html><body>Hello", to: "page.html")
        try folder.write("", to: "folder.xml/.keep")
    }

    private func run(_ arguments: String...) throws -> ProgramRun { try ProgramRun(arguments, in: folder) }

    /// A command line for the shell, with `feedherald` for the binary.
    private func shell(_ line: String) throws -> ProgramRun {
        try folder.write("feedherald() { '\(ProgramRun.binary)' \"$@\"; }\n" + line, to: "line")
        let process = try ToolProcess([
            "env", "-C", folder.path, "HOME=\(folder.path)", "XDG_STATE_HOME=\(folder.path)/state", "bash",
            "line",
        ])
        return ProgramRun(status: process.wait(), output: process.output, errors: process.errors)
    }

    @Test(
        arguments: [
            ([0x7B, 0x0A, 0x22, 0xC3, 0xA4, 0xE9, 0x22], "feeds.json:2:3: this is no UTF-8"),
            ([0xFF, 0xFE, 0x7B, 0x00], "feeds.json:1:1: the file is UTF-16 (save the file as UTF-8)"),
            ([0x7B, 0xED, 0xA0, 0x80], "feeds.json:1:2: this is no UTF-8"),
            ([], "feeds.json:1:1: a value is missing"),
            ([0x7B, 0x00], "feeds.json:1:2: "),
        ] as [([UInt8], String)])
    func `a feeds json that is no text is refused with the place`(bytes: [UInt8], message: String) throws {
        try folder.write(bytes, to: "feeds.json")
        let run = try run("check")
        #expect(run.status == 78)
        #expect(run.errors.hasPrefix(message), "\(run.errors)")
    }

    @Test(arguments: [
        (["check", "-c", "nothing.json"], 78, "No such file or directory\nWrite one"),
        (["check", "-c", "folder.xml"], 78, "folder.xml/feeds.json"),
        (["check", "-c", "nothing.json"], 78, "Write one (README.md and"),
        (["--once", "-s", "feed.xml"], 73, "cannot create the folder feed.xml: Not a directory"),
        (["--once", "-s", "/proc/nothing"], 73, "/proc/nothing"),
        (["status", "-s", "feed.xml"], 73, "cannot read feed.xml: Not a directory"),
        (["history", "-s", "feed.xml"], 66, "cannot read feed.xml: Not a directory"),
        (["parse", "page.html"], 65, "an HTML page, not a feed"),
        (["parse", "."], 66, "Is a directory"),
        (["parse", "ftp://127.0.0.1/x"], 66, "ftp"),
        (["parse", "/dev/null"], 65, "the document is empty"),
        (["import", "folder.xml"], 66, "Is a directory"),
        (["import", "page.html"], 65, "no list of feeds"),
        (["999999999999"], 64, "is no DELAY"),
        (["-0.5"], 64, "DELAY must be more than 0, not \"-0\""),
        (["1e400"], 64, "is no DELAY"),
        ([""], 64, "is no DELAY"),
        (["--once", "--metrics", "folder.xml"], 0, "the metrics are not written"),
    ])
    func `what is not there or is something else is named`(arguments: [String], status: Int, message: String)
        throws
    {
        let run = try ProgramRun(arguments, in: folder)
        #expect(run.status == status)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    @Test(arguments: ["folder.xml", "fifo", "page.html", "/dev/zero"])
    func `a feed that is none fails, and the others are announced`(url: String) throws {
        try ToolProcess.run("mkfifo", folder.file("fifo"))
        try folder.write(#"{"feeds": ["\#(url)", "feed.xml"]}"#, to: "feeds.json")
        let run = try run("--once")
        #expect(run.status == 75)
        #expect(run.lines.count == 1)
        #expect(run.errors.contains("; retry in "))
    }

    @Test func `without any feeds json it is said where one may stand`() throws {
        let run = try ProgramRun("60", in: TemporaryFolder())
        #expect(run.status == 78)
        #expect(
            run.errors.contains("Write one, here or as /")
                && run.errors.contains("/.config/feedherald/feeds.json ("))
    }

    @Test func `a sink's file that is a folder is named by check`() throws {
        try folder.write(
            #"{"feeds": [], "sinks": [{"type": "file", "path": "folder.xml"}]}"#, to: "feeds.json")
        let run = try run("check")
        #expect(run.status == 78)
        #expect(run.errors.contains("folder.xml is a folder (name a file in it)"))
    }

    /// Without this, the first file opened takes the number of standard output, and announcements go into it.
    @Test func `a closed standard output is a failed delivery and harms no file`() throws {
        let closed = try shell("feedherald --once >&-")
        #expect(closed.status == 75)
        #expect(closed.errors.contains("console: delivery: cannot write to standard output"))
        let found = try ToolProcess(["grep", "-rl", " NEW N: ", folder.path])
        found.wait()
        #expect(found.output.isEmpty)
        #expect(try run("status").output.contains("console: cannot write to standard output"))
        #expect(try shell("feedherald --once 2>&- </dev/null <&-").status != 70)
        let reset = try shell("feedherald reset N; feedherald --once")
        #expect(reset.lines.count == 1)
    }

    @Test func `output that cannot be written ends with 73, a reader that has enough with no word`()
        throws
    {
        for command in ["status", "--help", "parse feed.xml", "export"] {
            let full = try shell("feedherald \(command) > /dev/full")
            #expect(full.status == 73, "\(command)")
            #expect(full.errors.contains("cannot write to standard output: No space left on device"))
        }
        let feeds = (0..<5000).map { #""https://example.org/\#($0)""# }.joined(separator: ",")
        try folder.write("{\"feeds\": [\(feeds)]}", to: "feeds.json")
        // SIGPIPE ends it as it ends any program of a pipeline.
        let cut = try shell("feedherald status | head -n 1; exit ${PIPESTATUS[0]}")
        #expect([0, 128 + 13].contains(cut.status))
        #expect(cut.errors == "" && cut.lines.count == 1)
    }

    @Test func `a file URL is parsed as a path is`() throws {
        let run = try run("parse", "file://\(folder.file("feed.xml"))")
        #expect(run.status == 0)
        #expect(run.output.contains("\"title\":\"Sample\""))
    }
}

/// What another user may not read or write.
@Suite(.enabled(if: geteuid() == 0, "takes another user's place")) struct ForeignStateTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(feeds: #"{"feeds": [{"name": "N", "url": "feed.xml"}]}"#)
        try folder.write(SampleFeed.atom(), to: "feed.xml")
        #expect(try ProgramRun("--once", "-s", "own", in: folder).status == 0)
    }

    private func asNobody(_ arguments: [String]) throws -> ProgramRun {
        let process = try ToolProcess(
            ["env", "-C", folder.path, "setpriv", "--reuid=65534", "--clear-groups", ProgramRun.binary]
                + arguments)
        return ProgramRun(status: process.wait(), output: process.output, errors: process.errors)
    }

    @Test(arguments: [
        (["status"], 73), (["history"], 66), (["explain", "N"], 66), (["-n"], 73), (["--once"], 73),
    ])
    func `another user's state is not taken for an empty one`(arguments: [String], status: Int) throws {
        let run = try asNobody(arguments + ["-s", "own"])
        #expect(run.status == status)
        #expect(run.errors.contains("own"), "\(run.errors)")
        #expect(run.errors.contains("Permission denied"))
    }

    @Test func `a feeds json that may not be read is not told to be written`() throws {
        try ToolProcess.run("chmod", "600", folder.file("feeds.json"))
        let run = try asNobody(["check"])
        #expect(run.status == 78)
        #expect(run.errors == "feedherald: cannot read feeds.json: Permission denied\n")
    }
}
