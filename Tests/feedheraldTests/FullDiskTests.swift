import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A state on a disk of 64 KiB that is full, or read-only: a small file system in a mount namespace of its own.
@Suite struct FullDiskTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(feeds: #"{"feeds": [{"name": "N", "url": "feed.xml"}]}"#)
        try folder.write(SampleFeed.atom(), to: "feed.xml")
        try folder.write(SampleFeed.atom(count: 4), to: "later.xml")
        try folder.write("", to: "small/.keep")
    }

    static let isPossible: Bool = {
        guard geteuid() == 0, let test = try? FullDiskTests() else { return false }
        return (try? test.run("true"))?.status == 0
    }()

    private func run(_ script: String) throws -> ProgramRun {
        let head = """
            mount -t tmpfs -o size=64k tmpfs small
            FEEDHERALD='\(ProgramRun.binary)'
            feedherald() { XDG_STATE_HOME="$PWD/small" "$FEEDHERALD" "$@"; }
            fill() { dd if=/dev/zero of=small/fill bs=512 2>/dev/null || true; }
            # Waits until a file has a text.
            until_said() { for _ in $(seq 600); do ! grep -q "$2" "$1" || return 0; sleep 0.05; done; return 1; }

            """
        try folder.write(head + script, to: "script")
        let process = try ToolProcess([
            "env", "-C", folder.path, "HOME=\(folder.path)", "unshare", "--mount", "--propagation", "private",
            "bash", "-eu", "script",
        ])
        return ProgramRun(status: process.wait(), output: process.output, errors: process.errors)
    }

    @Test(.enabled(if: FullDiskTests.isPossible, "root and mounts are needed"))
    func `on a full disk nothing is announced that could not be remembered`() throws {
        let run = try run(
            """
            fill
            code=0; feedherald --once || code=$?
            echo "code $code"
            rm small/fill
            feedherald --once -q
            """)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("No space left on device (make room; deliveries are held"))
        #expect(run.lines.first == "code 73")
        // Whatever the first run could not remember is new to the second, or was set aside by its back-off.
        #expect(run.lines.count <= 2)
    }

    @Test(.enabled(if: FullDiskTests.isPossible, "root and mounts are needed"))
    func `a watch whose disk fills holds its announcements and makes them once there is room`() throws {
        let run = try run(
            """
            (XDG_STATE_HOME="$PWD/small" exec "$FEEDHERALD" 0.2 > out 2> errors) & watch=$!
            until_said out 'Article 3'
            fill
            cp later.xml feed.xml.new; mv feed.xml.new feed.xml
            until_said errors 'No space left on device'
            held=$(grep -c 'Article 4' out || true)
            rm small/fill
            until_said out 'Article 4'
            kill -TERM $watch; code=0; wait $watch || code=$?
            echo "code $code, held back $held, announced $(grep -c 'Article 4' out)"
            feedherald --once | wc -l
            """)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.lines == ["code 0, held back 0, announced 1", "0"])
    }

    @Test(.enabled(if: FullDiskTests.isPossible, "root and mounts are needed"))
    func `a read-only state is said, and can be looked at`() throws {
        let run = try run(
            """
            feedherald --once > /dev/null
            mount -o remount,ro small
            for command in "--once" "retry" "status" "history" "explain N" "-n"; do
                code=0; feedherald $command > out 2>> errors || code=$?
                echo "$command: $code"
            done
            cat errors >&2
            """)
        #expect(run.status == 0)
        #expect(
            run.lines == ["--once: 73", "retry: 73", "status: 0", "history: 0", "explain N: 0", "-n: 0"])
        #expect(run.errors.contains("Read-only file system (make the state folder writable"))
    }
}
