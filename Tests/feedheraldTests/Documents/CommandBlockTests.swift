import TestSupport
import Testing

/// Every command that the documents show is run.
@Suite struct CommandBlockTests {
    /// Languages of blocks and whether a test runs them.
    private static let kinds: Set<String> = ["sh", "console", "json", "ini", "crontab", "promql", "text"]

    @Test func `the documents hold blocks of each kind and of no other`() {
        #expect(Set(DocumentBlock.all.map(\.kind)) == Self.kinds)
    }

    /// The list is empty, and whoever adds to it gives the reason here too.
    @Test func `every block can run`() {
        let excused = DocumentBlock.all.filter { $0.excuse != nil }.map { "\($0.file): \($0.excuse ?? "")" }
        #expect(excused == [])
    }

    /// Commands in blocks by indentation would escape the tests.
    @Test(arguments: DocumentBlock.files)
    func `commands stand in fenced blocks that say so`(file: String) {
        let texts = DocumentBlock.all.filter { $0.file == file && $0.kind == "text" }.map(\.text)
        let indented = DocumentBlock.text(of: file).split(separator: "\n").filter { $0.hasPrefix("    ") }
        for line in texts.flatMap({ $0.split(separator: "\n") }) + indented {
            let word = line.split(separator: " ").first ?? ""
            #expect(
                !["feedherald", "sudo", "make", "git", "systemctl", "$", "apt"].contains(word)
                    && !word.contains("scripts/"), "\(file): \(line)")
        }
    }

    @Test(arguments: DocumentBlock.all("sh", "bash"))
    func `the commands of a block work`(block: DocumentBlock) throws {
        let sandbox = try Sandbox()
        if !block.text.contains("scripts/run") { try sandbox.useSampleFeed() }
        let run = try sandbox.run(block.text, shell: block.kind == "sh" ? "sh" : "bash")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
    }

    @Test(arguments: [
        "sudo rm x", "sudo -u root feedherald status", "apt install feedherald.deb", "apt-get update",
        "sudo systemctl enable --now feedheraldd", "sudo systemctl enable --now feedherald-once.service",
        "systemctl --user enable --now feedherald", "journalctl -u feedherald -p loud",
        "swift build -c debug",
        "sudoedit nothing.json", "loginctl", "notify-send Hello there",
    ])
    func `the stand-ins refuse what would not work`(command: String) throws {
        #expect(try Sandbox().run(command).status == 64)
    }

    @Test(arguments: DocumentBlock.all("console"))
    func `the commands of a block print what is shown`(block: DocumentBlock) throws {
        let sandbox = try Sandbox()
        try sandbox.useSampleFeed()
        #expect(!block.shown.isEmpty)
        for shown in block.shown {
            let run = try sandbox.show(shown.command)
            #expect(run.status == 0, "\(shown.command): \(run.lines)")
            #expect(run.lines.count == shown.output.count, "\(shown.command): \(run.lines)")
            for (line, expected) in zip(run.lines, shown.output) {
                #expect(DocumentBlock.matches(line, expected), "\(line)")
            }
        }
    }

    @Test(arguments: DocumentBlock.all("crontab"))
    func `a line for cron has five times and a command that works`(block: DocumentBlock) throws {
        for line in block.text.split(separator: "\n") {
            let words = line.split(separator: " ")
            for time in words.prefix(5) { #expect(time.allSatisfy { "0123456789*/,-".contains($0) }) }
            let sandbox = try Sandbox()
            try sandbox.useSampleFeed()
            let run = try sandbox.run(words.dropFirst(5).joined(separator: " "))
            #expect(run.status == 0, "\(line): \(run.errors)")
        }
    }

    @Test(arguments: DocumentBlock.all("promql"))
    func `an alarm names metrics that there are`(block: DocumentBlock) throws {
        let known = DocumentBlock.text(of: "docs/metrics.md")
        for line in block.text.split(separator: "\n") {
            let names = line.split { !($0.isLetter || $0 == "_") }.filter { $0.hasPrefix("feedherald_") }
            #expect(!names.isEmpty || line.contains("feedherald.prom"), "\(line)")
            for name in names { #expect(known.contains("| `\(name)` |"), "\(name)") }
        }
    }

    /// A drop-in is verified with the unit that it changes.
    @Test(arguments: DocumentBlock.all("ini"))
    func `systemd takes what is shown for the unit`(block: DocumentBlock) throws {
        let folder = try TemporaryFolder()
        let unit = DocumentBlock.text(of: "packaging/systemd/feedherald.service").replacing(
            "@bindir@", with: "/usr/bin")
        let text = (unit + block.text).replacing("/usr/bin/feedherald", with: ProgramRun.binary)
        let path = try folder.write(text, to: "feedherald.service")
        let verify = try ToolProcess(["systemd-analyze", "verify", "--man=no", path])
        #expect(verify.wait() == 0)
        let complaints = verify.errors.split(separator: "\n").filter { !$0.contains("notify-reload") }
        #expect(complaints.isEmpty, "\(complaints)")
    }
}
