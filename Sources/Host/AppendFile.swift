internal import Glibc
internal import Synchronization

/// A file that only grows: logs, histories, JSON lines.
///
/// When it was rotated away, the next append makes a new one.
public final class AppendFile: Sendable {
    public let path: String
    private let mode: UInt32
    private let writing = Mutex<Void>(())

    public init(_ path: String, mode: UInt32 = 0o600) {
        self.path = path
        self.mode = mode
    }

    /// Appends all bytes with one write where the system allows it, so that lines of several writers do not mix.
    public func append(_ bytes: [UInt8], isSynced: Bool = false) throws(HostError) {
        try writing.withLock { _ throws(HostError) in
            let file = try FileDescriptor(path, O_WRONLY | O_APPEND | O_CREAT, mode: mode, for: "append to")
            try file.write(bytes)
            if isSynced { try file.synchronise() }
        }
    }
}
