internal import Glibc

/// How a child process ended and what it wrote.
public struct ChildResult: Sendable, Hashable {
    /// The exit status; nil when a signal ended it.
    public var status: Int32?
    /// The signal that ended it.
    public var signal: Int32?
    public var output: [UInt8]
    public var errors: [UInt8]
    /// Why it ended.
    public var cause: Cause

    public enum Cause: Sendable, Hashable {
        /// By itself, or by somebody else's signal.
        case itself
        /// Its time was up.
        case timeLimit
        /// All children were asked to end, see ``ChildGroups/end()``.
        case stop
    }
}

/// Runs programs without a shell.
public enum ChildProcess {
    /// Runs a program, gives it `input` and waits for its end without blocking the caller's thread.
    ///
    /// - Parameters:
    ///   - arguments: the program (found along PATH) and its arguments.
    ///   - environment: variables beside, or in place of, those of this process.
    ///   - timeout: after it the child's process group gets SIGTERM, a second later SIGKILL.
    ///   - groups: where it can be ended together with others.
    ///   - outputLimit: bytes kept of each stream; what exceeds it is read and dropped.
    public static func run(
        _ arguments: [String], input: [UInt8] = [], environment: [(String, String)] = [],
        timeout: Duration = .seconds(30), outputLimit: Int = 1 << 20,
        groups: ChildGroups = .shared
    ) async throws(HostError) -> ChildResult {
        let outcome: Result<ChildResult, HostError> = await withCheckedContinuation { continuation in
            let thread = Thread.start {
                do throws(HostError) {
                    let child = try RunningChild(arguments, environment: environment)
                    let result = child.finish(
                        input, timeout: timeout, outputLimit: outputLimit, groups: groups)
                    continuation.resume(returning: .success(result))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
            if let code = thread {
                continuation.resume(returning: .failure(HostError("start a thread", code: code)))
            }
        }
        return try outcome.get()
    }
}

/// A detached thread with a closure to run.
enum Thread {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread; an error code where there are no more, see pthread_create(3).
    static func start(_ body: @escaping @Sendable () -> Void) -> Int32? {
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        unsafe pthread_attr_setstacksize(&attributes, 512 << 10)
        var thread = pthread_t()
        let context = unsafe Unmanaged.passRetained(Body(body))
        let code = unsafe pthread_create(
            &thread, &attributes,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard code != 0 else { return nil }
        unsafe context.release()
        return code
    }
}
