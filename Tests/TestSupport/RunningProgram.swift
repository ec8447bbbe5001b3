import CNGHTTP2
import COpenSSL
import Glibc

/// A program that runs beside the test, ended with its owner.
public final class RunningProgram: Sendable {
    private let process: pid_t

    /// Runs a command line of the shell; begin it with `exec`, so that the program can be ended.
    public init?(_ command: String) {
        var process = pid_t()
        let texts = ["/bin/sh", "-c", command]
        let arguments: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        guard unsafe posix_spawn(&process, "/bin/sh", nil, nil, arguments, environ) == 0 else { return nil }
        self.process = process
    }

    deinit { stop() }

    /// Ends the program and waits for its end; once is enough, twice does no harm.
    public func stop() {
        guard kill(process, 0) == 0 else { return }
        kill(process, SIGKILL)
        var status: Int32 = 0
        unsafe waitpid(process, &status, 0)
    }
}
