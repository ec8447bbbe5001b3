import CNGHTTP2
import COpenSSL
import Glibc

/// A program of the system run by a test, with its output kept.
public final class ToolProcess: Sendable {
    /// A program that could not be started, or ended with a code other than 0.
    public struct Failed: Error {
        public var tool: String
        public var code: Int
        public var output: String
    }

    public let identifier: Int32
    private let folder: TemporaryFolder

    /// Starts a program, found on the path, with standard input from a text and all output into one file.
    public init(_ arguments: [String], input: [UInt8] = []) throws {
        folder = try TemporaryFolder()
        try folder.write(input, to: "input")
        let search = "/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin"
        let tool = arguments.first ?? ""
        let path =
            tool.contains("/")
            ? tool
            : search.split(separator: ":").map { "\($0)/\(tool)" }
                .first { unsafe access($0, X_OK) == 0 } ?? tool
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, folder.file("input"), O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(
            &actions, 1, folder.file("output"), O_WRONLY | O_CREAT | O_APPEND, 0o600)
        unsafe posix_spawn_file_actions_addopen(
            &actions, 2, folder.file("errors"), O_WRONLY | O_CREAT | O_APPEND, 0o600)
        var list: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = unsafe [
            strdup("PATH=\(search)"), strdup("LC_ALL=C"), nil,
        ]
        defer { unsafe (list + environment).forEach { unsafe free($0) } }
        // Threads of the concurrency pool block signals, and a child inherits that: it would never see a SIGTERM.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var started = pid_t()
        let code = unsafe posix_spawn(&started, path, &actions, &attributes, &list, &environment)
        guard code == 0 else { throw Failed(tool: tool, code: Int(code), output: "not started") }
        identifier = started
    }

    public var output: String { (try? folder.read("output")) ?? "" }
    public var errors: String { (try? folder.read("errors")) ?? "" }

    /// Waits for the end; the exit code, or the negative number of the signal that ended it.
    @discardableResult
    public func wait() -> Int {
        var status: CInt = 0
        while unsafe waitpid(identifier, &status, 0) < 0 {
            guard errno == EINTR else { return -1 }
        }
        return status & 0x7F == 0 ? Int(status >> 8 & 0xFF) : -Int(status & 0x7F)
    }

    /// Sends it a signal by number.
    public func signal(_ number: Int32) {
        kill(identifier, number)
    }

    /// Ends it, by SIGTERM unless another signal is named, and waits.
    public func stop(_ signal: Int32 = 15) {
        kill(identifier, signal)
        wait()
    }

    /// Runs a program to its end and gives its output's bytes.
    @discardableResult
    public static func run(_ arguments: String..., input: [UInt8] = []) throws -> [UInt8] {
        let process = try ToolProcess(arguments, input: input)
        let code = process.wait()
        guard code == 0 else {
            throw Failed(tool: arguments.first ?? "", code: code, output: process.errors)
        }
        return try process.folder.bytes("output")
    }
}
