import Host
import TestSupport
import Testing

@Suite struct ChildProcessTests {
    @Test func `the words of the command line are those that the system knows`() {
        #expect(CurrentProcess.arguments == CommandLine.arguments)
    }

    @Test func `a child gets its arguments as they are, its input and its environment`() async throws {
        let result = try await ChildProcess.run(
            ["sh", "-c", #"printf '%s|' "$0" "$1" "$HERALD"; cat"#, "-rf", "a b;$(x)"],
            input: Array("in".utf8),
            environment: [("HERALD", "x=y\n")])
        #expect(String(decoding: result.output, as: UTF8.self) == "-rf|a b;$(x)|x=y\n|in")
        #expect(result.status == 0)
        #expect(result.cause == .itself)
    }

    @Test func `status, signal and standard error are told apart`() async throws {
        let failed = try await ChildProcess.run(["sh", "-c", "echo no >&2; exit 75"])
        #expect(failed.status == 75)
        #expect(failed.errors == Array("no\n".utf8))
        let killed = try await ChildProcess.run(["sh", "-c", "kill -9 $$"])
        #expect(killed.signal == 9)
        #expect(killed.status == nil)
    }

    @Test func `a missing program is an error that names it`() async throws {
        let error = await #expect(throws: HostError.self) {
            try await ChildProcess.run(["no-such-program-here"])
        }
        #expect(error?.path == "no-such-program-here")
        #expect(error?.isMissing == true)
    }

    @Test func `a child that does not end is ended with its own children`() async throws {
        let result = try await ChildProcess.run(
            ["sh", "-c", "sleep 600 & sleep 600"], timeout: .milliseconds(200))
        #expect(result.cause == .timeLimit)
        #expect(result.signal == 15)
    }

    /// A shell that ignores SIGTERM, with a child of its own that does too; `pids` names both.
    private static func stubborn(_ pids: String) -> [String] {
        let grandchild = "trap '' TERM; echo $$ >> '\(pids)'; while :; do sleep 1; done"
        return [
            "sh", "-c", "trap '' TERM; echo $$ >> '\(pids)'; sh -c \"$0\" & wait; while :; do sleep 1; done",
            grandchild.replacing("'\(pids)'", with: "\(pids)"),
        ]
    }

    private static func survivors(_ folder: TemporaryFolder) throws -> [Substring] {
        try folder.read("pids").split(separator: "\n").filter { LiveProcess.isRunning($0) }
    }

    @Test func `whoever ignores SIGTERM is killed after the grace, with all its group`() async throws {
        let folder = try TemporaryFolder()
        let result = try await ChildProcess.run(
            Self.stubborn(folder.file("pids")), timeout: .milliseconds(500))
        #expect(result.cause == .timeLimit && result.signal == 9)
        #expect(try folder.read("pids").split(separator: "\n").count == 2)
        #expect(try Self.survivors(folder).isEmpty)
    }

    @Test func `a grandchild that ignores SIGTERM is killed though its parent obeyed`() async throws {
        let folder = try TemporaryFolder()
        let result = try await ChildProcess.run(
            ["sh", "-c", "sh -c \"$0\" & wait", Self.stubborn(folder.file("pids"))[3]],
            timeout: .milliseconds(500))
        #expect(result.cause == .timeLimit && result.signal == 15)
        #expect(try folder.read("pids").split(separator: "\n").count == 1)
        #expect(try Self.survivors(folder).isEmpty)
    }

    @Test func `a stop ends all children long before their time is up`() async throws {
        let folder = try TemporaryFolder()
        let groups = ChildGroups()
        async let running = ChildProcess.run(
            Self.stubborn(folder.file("pids")), timeout: .seconds(600), groups: groups)
        defer { groups.end() }
        let start = ContinuousClock.now
        while (try? folder.read("pids").split(separator: "\n").count) != 2 {
            try #require(start.duration(to: .now) < .seconds(300))
            try await Task.sleep(for: .milliseconds(5))
        }
        groups.end()
        #expect(try await running.cause == .stop)
        #expect(try Self.survivors(folder).isEmpty)
        let late = try await ChildProcess.run(["sleep", "600"], timeout: .seconds(600), groups: groups)
        #expect(late.cause == .stop)
    }

    @Test func `a child that leaves another one behind has ended`() async throws {
        let result = try await ChildProcess.run(
            ["sh", "-c", "sleep 3 & echo done"], timeout: .seconds(600))
        #expect(result.cause == .itself && result.status == 0)
        #expect(result.output == Array("done\n".utf8))
    }

    @Test func `a child that reads nothing and closes its streams does not hold us up`() async throws {
        let big = [UInt8](repeating: 0x61, count: 1 << 20)
        let result = try await ChildProcess.run(
            ["sh", "-c", "exec <&- ; exit 3"], input: big, timeout: .seconds(20))
        #expect(result.status == 3)
        let silent = try await ChildProcess.run(
            ["sh", "-c", "exec >&- 2>&-; sleep 60"], timeout: .milliseconds(300))
        #expect(silent.cause == .timeLimit)
    }

    @Test func `much output is read through and kept up to the limit`() async throws {
        let result = try await ChildProcess.run(
            ["sh", "-c", "head -c 3000000 /dev/zero; cat >/dev/null"],
            input: [UInt8](repeating: 1, count: 500_000),
            outputLimit: 1000)
        #expect(result.output.count == 1000)
        #expect(result.status == 0)
    }
}

@Suite struct PatternTests {
    @Test func `a pattern is found anywhere and without regard to case`() throws {
        let pattern = try Pattern(#"6\.\d"#)
        #expect(pattern.matches("Swift 6.3 released"))
        #expect(!pattern.matches("Swift 63 released"))
        #expect(try Pattern("BETA").matches("a beta"))
        #expect(try !Pattern("(?-i)BETA").matches("a beta"))
        #expect(try Pattern("straße").matches("STRASSE") == false)
        #expect(try Pattern("über").matches("ÜBER"))
    }

    @Test func `the first group that took part is what is found, else the whole match`() throws {
        #expect(try Pattern(#"/p/(\d+)-"#).firstGroup(in: "https://x.example/p/17-some-title") == "17")
        #expect(try Pattern("(a)|(b)").firstGroup(in: "xb") == "b")
        #expect(try Pattern("x.z").firstGroup(in: "axyz") == "xyz")
        #expect(try Pattern("q").firstGroup(in: "axyz") == nil)
    }

    @Test(arguments: ["(", "[a", "a**{", "(?<n>a)(?<n>b)", #"\C"#])
    func `what does not compile says why and where`(text: String) {
        let error = #expect(throws: PatternError.self) { try Pattern(text) }
        #expect(error?.message.isEmpty == false)
    }

    @Test func `a pattern that would take for ever is given up`() throws {
        let started = ContinuousClock.now
        #expect(try !Pattern("^(a+)+$").matches(String(repeating: "a", count: 5000) + "!"))
        #expect(started.duration(to: .now) < .seconds(10))
    }
}

@Suite struct EnvironmentTests {
    @Test func `the environment is read`() {
        #expect(Environment.nonEmpty("PATH") == Environment.value("PATH"))
        #expect(Environment.value("FEEDHERALD_NOT_SET") == nil)
        #expect(Environment.all.contains { $0.name == "PATH" && $0.value == Environment.value("PATH") })
    }

    @Test func `the clocks run`() {
        #expect(WallClock.milliseconds() > 1_700_000_000_000)
        let before = CurrentProcess.monotonicMicroseconds
        #expect(CurrentProcess.monotonicMicroseconds >= before)
        #expect((-50_400...50_400).contains(WallClock.offset(atSeconds: 1_780_000_000)))
    }
}
