internal import Glibc

/// This process.
public enum CurrentProcess {
    public static var id: Int32 { getpid() }

    /// The words of the command line, the program's own name first.
    ///
    /// Read from /proc: Swift finds its own by walking back from `environ`, which a preloaded library that sets a
    /// variable (libfaketime does) has moved elsewhere by then; they come out empty.
    public static var arguments: [String] {
        guard let bytes = try? Files.read("/proc/self/cmdline"), !bytes.isEmpty else {
            return CommandLine.arguments
        }
        return bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// Microseconds of the monotonic clock, as systemd's MONOTONIC_USEC wants them.
    public static var monotonicMicroseconds: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    }

    /// Raises the number of files this process may have open to what the system allows it.
    public static func raiseFileLimit() {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(7), &limit) == 0, limit.rlim_cur < limit.rlim_max else {
            return
        }
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        _ = unsafe setrlimit(__rlimit_resource_t(7), &limit)
    }
}
