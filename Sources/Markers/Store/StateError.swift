public import FeedModel
public import Host

/// Why the state folder cannot be used.
public enum StateError: Error, Sendable, Hashable {
    /// Another process holds the lock; its id, where known.
    case held(folder: String, by: Int?)
    /// A file or folder could not be read or written.
    case unusable(HostError)

    /// The words for people.
    public var failure: Failure {
        switch self {
        case .held(let folder, let id):
            return Failure(
                .markers,
                "another feedherald\(id.map { " (process \($0))" } ?? "") uses the state in \(folder)",
                hint: "stop it, or give this one its own --state")
        case .unusable(let error):
            var hint: String?
            if error.isOutOfSpace { hint = "make room; deliveries are held until the state can be written" }
            if error.isReadOnly {
                hint =
                    error.operation == "read"
                    ? "run it as the user whose state it is"
                    : "make the state folder writable, or give another with --state"
            }
            return Failure(.markers, error.message, hint: hint)
        }
    }
}

/// Runs something that touches files and turns its errors into this module's.
func stating<Value>(_ body: () throws(HostError) -> Value) throws(StateError) -> Value {
    do {
        return try body()
    } catch {
        throw .unusable(error)
    }
}
