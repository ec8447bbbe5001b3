internal import Glibc

/// Why a lock could not be had.
public enum FileLockError: Error, Sendable, Hashable {
    /// Another process holds it; its id, where the file tells it.
    case held(by: Int?)
    case failed(HostError)
}

/// A lock that only one process holds; it goes with the process, however that ends (flock(2)).
public struct FileLock: ~Copyable, Sendable {
    private let file: FileDescriptor

    /// Takes the lock or fails at once.
    public init(_ path: String) throws(FileLockError) {
        file = try Self.take(path)
    }

    /// Unlocks by name: a child process that is just being started still has the open file, and with it the lock.
    deinit {
        _ = flock(file.number, LOCK_UN)
    }

    private static func take(_ path: String) throws(FileLockError) -> FileDescriptor {
        let file: FileDescriptor
        do {
            file = try FileDescriptor(path, O_RDWR | O_CREAT, for: "lock")
        } catch {
            throw .failed(error)
        }
        guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            guard code == EWOULDBLOCK else { throw .failed(HostError("lock", path: path, code: code)) }
            let text = (try? file.readAll(limit: 32)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            throw .held(by: Int(text.prefix { $0.isNumber }))
        }
        _ = ftruncate(file.number, 0)
        try? file.write(Array("\(getpid())\n".utf8))
        return file
    }

    /// Whether some process holds the lock now.
    public static func isHeld(_ path: String) -> Bool {
        guard let file = try? FileDescriptor(path, O_RDONLY, for: "read") else { return false }
        guard flock(file.number, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
        _ = flock(file.number, LOCK_UN)
        return false
    }
}
