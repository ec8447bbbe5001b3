/// Work that blocks (files, syncs), kept off the threads that run tasks.
public enum BackgroundThread {
    /// Runs a closure on a thread of its own and gives its result.
    public static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            let code = Thread.start { continuation.resume(returning: work()) }
            // No thread to be had: better late than never.
            if code != nil { continuation.resume(returning: work()) }
        }
    }
}
