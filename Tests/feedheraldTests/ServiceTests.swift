import FoundationEssentials
import TestSupport
import Testing

/// How the watch speaks to a service manager, over a real socket.
@Suite struct ServiceTests {
    private let folder: TemporaryFolder
    private let socket: DatagramSocket

    init() throws {
        folder = try TemporaryFolder(feeds: #"{"feeds": [{"name": "N", "url": "feed.xml"}]}"#)
        try folder.write(SampleFeed.atom(), to: "feed.xml")
        socket = try #require(DatagramSocket(folder.file("notify")))
    }

    private func start(_ arguments: [String] = ["60"], environment: [String] = []) throws -> ToolProcess {
        try ProgramRun.start(
            arguments, in: folder, environment: ["NOTIFY_SOCKET=\(socket.path)"] + environment)
    }

    private func reload(_ process: ToolProcess) throws {
        try ToolProcess.run("kill", "-HUP", "\(process.identifier)")
    }

    @Test func `ready, reloading with the time, ready again, stopping`() throws {
        let process = try start()
        defer { process.stop() }
        let ready = try #require(socket.receive(lineOf: "READY=1"))
        #expect(ready.contains("\nSTATUS=watching 1 feed"))
        try reload(process)
        let reloading = try #require(socket.receive(lineOf: "RELOADING=1"))
        let line = try #require(reloading.split(separator: "\n").first { $0.hasPrefix("MONOTONIC_USEC=") })
        let microseconds = try #require(UInt64(line.dropFirst("MONOTONIC_USEC=".count)))
        // The machine's uptime, up to the time slept.
        #expect(microseconds > 1_000_000)
        #expect(socket.receive(lineOf: "READY=1") != nil)
        try ToolProcess.run("kill", "-TERM", "\(process.identifier)")
        #expect(socket.receive(lineOf: "STOPPING=1") != nil)
        #expect(process.wait() == 0)
    }

    @Test func `a faulty feeds json is refused at a reload and the watch goes on`() throws {
        let process = try start()
        defer { process.stop() }
        #expect(socket.receive(lineOf: "READY=1") != nil)
        try folder.write("{", to: "feeds.json")
        try reload(process)
        #expect(socket.receive(lineOf: "RELOADING=1") != nil)
        #expect(socket.receive(lineOf: "READY=1") != nil)
        #expect(process.errors.contains("feeds.json:1:1: this object is never closed"))
        #expect(process.errors.contains("the old one stays in force"))
    }

    @Test func `the watchdog is fed twice a period`() throws {
        let process = try start(environment: ["WATCHDOG_USEC=400000"])
        defer { process.stop() }
        for _ in 0..<5 { #expect(socket.receive(lineOf: "WATCHDOG=1") != nil) }
    }

    /// The loop itself feeds it: here it hangs on its own words, which nobody reads any more.
    @Test func `a loop that is stuck does not feed the watchdog, and does again when it goes on`() throws {
        let pipe = try #require(NamedPipe(folder.file("said")))
        let line = "exec '\(ProgramRun.binary)' 0.05 -v 2> said"
        let process = try ToolProcess([
            "env", "-C", folder.path, "HOME=\(folder.path)", "NOTIFY_SOCKET=\(socket.path)",
            "WATCHDOG_USEC=200000", "sh", "-c", line,
        ])
        defer { process.stop(9) }
        #expect(socket.receive(lineOf: "READY=1") != nil)
        #expect(socket.receive(lineOf: "WATCHDOG=1") != nil)
        var quiet = 0
        // Ten periods without a word.
        while quiet < 10 {
            pipe.fill()
            quiet = socket.receive(within: .milliseconds(200)) == nil ? quiet + 1 : 0
        }
        pipe.drain()
        #expect(socket.receive(lineOf: "WATCHDOG=1") != nil)
    }

    @Test func `a credential of systemd is found by its bare name`() throws {
        let server = try LocalHTTPServer { request in ServedAnswer(request.path == "/hush" ? 200 : 404) }
        defer { server.stop() }
        try folder.write("\(server.url("/hush"))\n", to: "credentials/hook-url")
        try folder.write(
            #"""
            {"feeds": [{"name": "N", "url": "feed.xml"}],
             "sinks": [{"type": "webhook", "name": "hook", "url": {"file": "hook-url"}}]}
            """#, to: "feeds.json")
        let run = try ProgramRun(
            "--once", "-vv", in: folder, environment: ["CREDENTIALS_DIRECTORY=\(folder.file("credentials"))"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(server.requests.map(\.path) == ["/hush"])
        #expect(!run.errors.contains("/hush"))
        let without = try ProgramRun("check", in: folder)
        #expect(without.status == 78)
        #expect(without.errors.contains("feeds.json:2:"))
    }

    @Test func `under the journal every line has its priority`() throws {
        let process = try start(environment: ["JOURNAL_STREAM=8:1"])
        #expect(socket.receive(lineOf: "READY=1") != nil)
        process.stop()
        let lines = process.errors.split(separator: "\n")
        #expect(lines.first == "<5>watching 1 feed every 1m")
        for line in lines { #expect(line.hasPrefix("<")) }
    }

    @Test(arguments: [(["--log-format", "json"], "{"), ([], "<3>")])
    func `faults of feeds json are marked lines like all others, at the start and at a reload`(
        options: [String], mark: String
    ) throws {
        let process = try start(["60"] + options, environment: ["JOURNAL_STREAM=8:1"])
        defer { process.stop() }
        #expect(socket.receive(lineOf: "READY=1") != nil)
        try folder.write("{", to: "feeds.json")
        try reload(process)
        #expect(socket.receive(lineOf: "RELOADING=1") != nil)
        #expect(socket.receive(lineOf: "READY=1") != nil)
        let second = try start(["60"] + options, environment: ["JOURNAL_STREAM=8:1"])
        #expect(second.wait() == 78)
        for errors in [process.errors, second.errors] {
            let line = errors.split(separator: "\n").first { $0.contains("this object is never closed") }
            #expect(try #require(line).hasPrefix(mark), "\(errors)")
        }
    }
}

/// Units as systemd's own tools see them.
@Suite struct UnitTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try ToolProcess.run(
            "env", "FEEDHERALD=\(ProgramRun.binary)", "NO_STRIP=1", "\(Fixture.checkout)/scripts/install",
            folder.file("usr"))
    }

    @Test(arguments: ["feedherald.service", "feedherald-once.service", "feedherald-once.timer"])
    func `systemd finds no fault in a unit`(name: String) throws {
        let verify = try ToolProcess(
            ["systemd-analyze", "verify", "--man=no", folder.file("usr/lib/systemd/system/\(name)")])
        #expect(verify.wait() == 0)
        // Before version 253 there was no notify-reload; the unit says notify before it.
        let complaints = verify.errors.split(separator: "\n").filter {
            !$0.contains("ignoring: notify-reload")
        }
        #expect(complaints.isEmpty, "\(complaints)")
    }

    @Test func `systemd finds no fault in the user's unit`() throws {
        let verify = try ToolProcess([
            "env", "HOME=\(folder.path)", "XDG_RUNTIME_DIR=\(folder.path)", "systemd-analyze", "--user",
            "verify",
            "--man=no", folder.file("usr/share/systemd/user/feedherald.service"),
        ])
        #expect(verify.wait() == 0)
        let complaints = verify.errors.split(separator: "\n").filter {
            $0.contains("feedherald") && !$0.contains("ignoring: notify-reload")
        }
        #expect(complaints.isEmpty, "\(complaints)")
    }

    @Test(arguments: ["feedherald.service", "feedherald-once.service"])
    func `systemd calls the service well locked`(name: String) throws {
        let path = folder.file("usr/lib/systemd/system/\(name)")
        // The score runs from 0 to 10; the threshold is ten times it.
        let security = try ToolProcess([
            "systemd-analyze", "security", "--offline=true", "--threshold=20", path,
        ])
        #expect(security.wait() == 0, "\(security.output.suffix(200))")
    }

    @Test func `links of installed documents lead to what is there`() throws {
        let documents = folder.file("usr/share/doc/feedherald")
        var count = 0
        for name in try FileManager.default.subpathsOfDirectory(atPath: documents) where name.hasSuffix(".md")
        {
            let place = URL(fileURLWithPath: "\(documents)/\(name)").deletingLastPathComponent().path
            for part in try folder.read("usr/share/doc/feedherald/\(name)").split(separator: "](").dropFirst()
            {
                let link = part.prefix { $0 != ")" && $0 != "#" }
                guard !link.isEmpty, !link.contains("://") else { continue }
                count += 1
                #expect(FileManager.default.fileExists(atPath: "\(place)/\(link)"), "\(name): \(link)")
            }
        }
        #expect(count > 10)
    }

    @Test func `everything is installed and nothing is left unfilled`() throws {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.file("usr"))
        for name in [
            "bin/feedherald", "share/man/man1/feedherald.1.gz", "share/man/man5/feedherald.json.5.gz",
            "share/bash-completion/completions/feedherald", "share/zsh/site-functions/_feedherald",
            "share/fish/vendor_completions.d/feedherald.fish", "share/systemd/user/feedherald.service",
            "share/doc/feedherald/feeds.schema.json", "share/doc/feedherald/examples/feeds.json",
        ] {
            #expect(names.contains(name), "\(name)")
        }
        for name in names where name.hasSuffix(".service") {
            let text = try folder.read("usr/\(name)")
            #expect(!text.contains("@bindir@"), "\(name)")
            #expect(text.contains("ExecStart=\(folder.file("usr/bin/feedherald"))"), "\(name)")
        }
        let check = try ProgramRun(
            "check", "-c", folder.file("usr/share/doc/feedherald/examples/feeds.json"), in: folder)
        #expect(check.status == 0, "\(check.errors)")
    }
}
