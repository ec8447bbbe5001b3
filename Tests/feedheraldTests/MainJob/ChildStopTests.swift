import FeedModel
import TestSupport
import Testing

/// What becomes of a command sink's program, and of that one's own child, when the watch is stopped meanwhile.
@Suite struct ChildStopTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            #"""
            {"feeds": [{"name": "News", "url": "feed.xml"}],
             "sinks": [{"type": "command", "name": "stubborn", "timeout": "10m", "command": ["sh", "run.sh"]}]}
            """#.replacing("run.sh", with: folder.file("run.sh")), to: "feeds.json")
        try folder.write(SampleFeed.atom(count: 1), to: "feed.xml")
        // Both ignore SIGTERM.
        try folder.write(
            """
            trap '' TERM
            cd '\(folder.path)'
            echo $$ >> pids
            sh -c "trap '' TERM; echo \\$\\$ >> pids; while :; do sleep 1; done" &
            while :; do sleep 1; done
            """, to: "run.sh")
    }

    private var processes: [Substring] {
        get throws { folder.exists("pids") ? try folder.read("pids").split(separator: "\n") : [] }
    }

    private func startedWatch() throws -> ToolProcess {
        let watch = try ProgramRun.start(["1h"], in: folder)
        let start = ContinuousClock.now
        while try processes.count < 2 { try #require(start.duration(to: .now) < .seconds(30)) }
        #expect(try processes.allSatisfy { LiveProcess.isRunning($0) })
        return watch
    }

    @Test func `a stop ends them within five seconds and the announcement stays owed`() throws {
        let watch = try startedWatch()
        defer { watch.stop() }
        let start = ContinuousClock.now
        watch.signal(15)
        #expect(watch.wait() == 0)
        #expect(start.duration(to: .now) < .seconds(5))
        #expect(try processes.filter { LiveProcess.isRunning($0) }.isEmpty)
        #expect(watch.errors.contains("sh had not ended when feedherald stopped"))
        #expect(!watch.errors.contains("did not end in time"))
        let status = try ProgramRun("status", "--json", in: folder)
        #expect(try JSONReader.read(Array(status.output.utf8))["owed"]?.int == 1)
    }

    @Test func `a second signal ends them at once`() throws {
        let watch = try startedWatch()
        defer { watch.stop() }
        watch.signal(15)
        let start = ContinuousClock.now
        while !watch.errors.contains("stopping") { try #require(start.duration(to: .now) < .seconds(30)) }
        watch.signal(2)
        #expect(watch.wait() == 0)
        #expect(start.duration(to: .now) < .seconds(2))
        // SIGKILL was sent; dying takes a moment.
        while try processes.contains(where: { LiveProcess.isRunning($0) }) {
            try #require(start.duration(to: .now) < .seconds(30))
        }
    }
}
