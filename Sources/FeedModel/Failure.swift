/// The stages of a poll, in the order of the data's way; the words users see in messages and in `status`.
public enum Stage: String, Sendable, Hashable, CaseIterable {
    case subscriptions
    case polling
    case transport
    case parsing
    case markers
    case delivery
}

/// Something that went wrong with one feed or sink: the stage, what happened, and what a person can do.
///
/// The sentences carry no secrets and no credentials of URLs; they are one line each, without a full stop.
public struct Failure: Error, Sendable, Hashable {
    public var stage: Stage
    /// What happened, with the place: "example.org could not be resolved", "HTTP 503".
    public var message: String
    /// What a person can do about it, where that is known.
    public var hint: String?

    public init(_ stage: Stage, _ message: String, hint: String? = nil) {
        self.stage = stage
        self.message = message
        self.hint = hint
    }
}

extension Failure {
    /// `message (hint)`.
    public var sentence: String { message + (hint.map { " (\($0))" } ?? "") }
}

extension Failure: CustomStringConvertible {
    /// `transport: message (hint)`.
    public var description: String {
        "\(stage.rawValue): \(message)" + (hint.map { " (\($0))" } ?? "")
    }
}
