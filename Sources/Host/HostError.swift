internal import Glibc

/// A system call that failed: what was tried, on what, and the errno it left.
public struct HostError: Error, Sendable, Hashable {
    /// What was tried, as a verb: "read", "write", "rename".
    public var operation: String
    public var path: String?
    /// The value of `errno`, errno(3).
    public var code: Int32

    public init(_ operation: String, path: String? = nil, code: Int32) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    /// The system's own words for the code.
    public var reason: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// One sentence without a full stop: `cannot write /x/y: No space left on device`.
    public var message: String {
        "cannot \(operation)" + (path.map { " \($0)" } ?? "") + ": \(reason)"
    }

    public var isMissing: Bool { code == ENOENT || code == ENOTDIR }
    public var isOutOfSpace: Bool { code == ENOSPC || code == EDQUOT }
    public var isReadOnly: Bool { code == EROFS || code == EACCES || code == EPERM }
}

extension HostError: CustomStringConvertible {
    public var description: String { message }
}

/// Calls until it is not interrupted; -1 becomes an error with `errno`.
func retrying<Value: SignedInteger>(
    _ operation: String, _ path: String?, _ call: () -> Value
) throws(HostError) -> Value {
    while true {
        let value = call()
        if value >= 0 { return value }
        let code = errno
        if code != EINTR { throw HostError(operation, path: path, code: code) }
    }
}
