/// Why a key, certificate or signature could not be read or made; one sentence each, without secrets.
public struct SigningError: Error, Sendable, Hashable {
    /// What happened, and OpenSSL's own words where they help.
    public var message: String
    /// What a person can do about it.
    public var hint: String?

    public init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }
}

extension SigningError: CustomStringConvertible {
    /// `message (hint)`.
    public var description: String { message + (hint.map { " (\($0))" } ?? "") }
}
