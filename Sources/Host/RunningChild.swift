internal import Glibc

/// A child process with pipes on its three standard streams.
struct RunningChild: ~Copyable {
    private let process: pid_t
    private var input: PipeEnd?
    private var output: PipeEnd
    private var errors: PipeEnd

    /// Starts the program in a process group of its own.
    init(_ arguments: [String], environment: [(String, String)]) throws(HostError) {
        guard let program = arguments.first else { throw HostError("run", path: "", code: ENOENT) }
        let stdin = try Pipe(), stdout = try Pipe(), stderr = try Pipe()
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, stdin.reader, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, stdout.writer, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, stderr.writer, 2)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        Self.prepare(&attributes)
        var process = pid_t()
        let code = unsafe Self.withStrings(arguments) { argv in
            unsafe Self.withStrings(Self.merged(environment)) { environment in
                unsafe posix_spawnp(&process, program, &actions, &attributes, argv, environment)
            }
        }
        guard code == 0 else { throw HostError("run", path: program, code: code) }
        self.process = process
        input = PipeEnd(stdin.takeWriter())
        output = PipeEnd(stdout.takeReader())
        errors = PipeEnd(stderr.takeReader())
    }

    /// Own process group, default signal handling, nothing blocked.
    private static func prepare(_ attributes: inout posix_spawnattr_t) {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        for number in [SIGPIPE, SIGTERM, SIGINT, SIGHUP, SIGUSR1] { unsafe sigaddset(&signals, number) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    private static func merged(_ extra: [(String, String)]) -> [String] {
        let names = Set(extra.map(\.0))
        let kept = Environment.all.filter { !names.contains($0.name) }.map { "\($0.name)=\($0.value)" }
        return kept + extra.map { "\($0.0)=\($0.1)" }
    }

    /// Lends a null-terminated array of C strings.
    private static func withStrings<Result>(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        // A NUL would cut the argument short: it cannot be passed, so it goes.
        var pointers: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { text in
            unsafe strdup(String(text.unicodeScalars.filter { $0 != "\0" }.map(Character.init)))
        }
        unsafe pointers.append(nil)
        defer { for at in unsafe pointers.indices { unsafe free(pointers[at]) } }
        return unsafe body(&pointers)
    }

    /// Feeds and reads the pipes until the child has ended or its time is up.
    ///
    /// A child of the child that keeps the streams open is not waited for.
    consuming func finish(
        _ bytes: [UInt8], timeout: Duration, outputLimit: Int, groups: ChildGroups
    ) -> ChildResult {
        Self.blockPipeSignal()
        var ending = ChildEnding(of: process, in: groups, deadline: ContinuousClock.now + timeout)
        var written = 0
        var collected: [UInt8] = []
        var complaints: [UInt8] = []
        while output.isOpen || errors.isOpen, !ending.isDue {
            if written == bytes.count { input = nil }
            let hasEnded = ending.hasEnded
            if !hasEnded { Self.poll(input?.number ?? -1, output.number, errors.number) }
            if let number = input?.number { written = Self.feed(number, bytes, from: written) }
            output.read(into: &collected, limit: outputLimit)
            errors.read(into: &complaints, limit: outputLimit)
            if hasEnded { break }
        }
        input = nil
        let status = ending.await()
        let code = status & 0x7F
        return ChildResult(
            status: code == 0 ? (status >> 8) & 0xFF : nil, signal: code == 0 ? nil : code, output: collected,
            errors: complaints, cause: ending.cause)
    }

    /// A child that reads no more shows as a failed write, not as a signal; the thread is ours and ends with it.
    private static func blockPipeSignal() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Returns when there is something to read or write, or after a moment, to look at the child itself.
    private static func poll(_ input: Int32, _ output: Int32, _ errors: Int32) {
        var files = [
            pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
        ]
        _ = unsafe Glibc.poll(&files, 3, 100)
    }

    /// Writes what the pipe takes; a child that reads no more counts as fed.
    private static func feed(_ number: Int32, _ bytes: [UInt8], from start: Int) -> Int {
        guard start < bytes.count else { return start }
        let count = unsafe bytes.withUnsafeBytes { buffer in
            unsafe write(
                number, UnsafeRawBufferPointer(rebasing: buffer[start...]).baseAddress, buffer.count - start)
        }
        if count >= 0 { return start + count }
        return errno == EAGAIN || errno == EINTR ? start : bytes.count
    }
}

/// Two ends of a pipe, neither inherited, both non-blocking on our side.
private final class Pipe {
    private(set) var reader: Int32
    private(set) var writer: Int32

    init() throws(HostError) {
        var ends: [Int32] = [-1, -1]
        _ = try retrying("open a pipe", nil) { unsafe pipe(&ends) }
        (reader, writer) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        if reader >= 0 { close(reader) }
        if writer >= 0 { close(writer) }
    }

    func takeReader() -> Int32 {
        defer { reader = -1 }
        return reader
    }

    func takeWriter() -> Int32 {
        defer { writer = -1 }
        return writer
    }
}

/// Our end of a pipe to or from a child.
private struct PipeEnd: ~Copyable {
    private(set) var number: Int32

    init(_ number: Int32) {
        self.number = number
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    }

    deinit {
        if number >= 0 { close(number) }
    }

    var isOpen: Bool { number >= 0 }

    /// Reads what is there; the end of the stream closes this end.
    mutating func read(into bytes: inout [UInt8], limit: Int) {
        guard number >= 0 else { return }
        var chunk = [UInt8](repeating: 0, count: 32 << 10)
        while true {
            let count = unsafe Glibc.read(number, &chunk, chunk.count)
            if count > 0 {
                bytes.append(contentsOf: chunk.prefix(min(count, limit - bytes.count)))
            } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
                close(number)
                number = -1
                return
            } else if errno == EAGAIN {
                return
            }
        }
    }
}
