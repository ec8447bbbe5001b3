public import FeedModel
internal import Host

/// What is said to the person who runs the program, on stderr.
public struct Log: Sendable {
    /// How much is said; each level says what those above it say.
    public enum Level: Int, Sendable, Comparable {
        case error, warning, notice, info, debug

        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }

        var word: String {
            switch self {
            case .error: "error"
            case .warning: "warning"
            case .notice: "notice"
            case .info: "info"
            case .debug: "debug"
            }
        }

        /// syslog(3)'s number, for the journal.
        var priority: Int {
            switch self {
            case .error: 3
            case .warning: 4
            case .notice: 5
            case .info: 6
            case .debug: 7
            }
        }
    }

    public enum Format: Sendable {
        case text
        /// Text with a priority before each line, as the journal reads it.
        case journal
        case json
    }

    private let level: Level
    private let format: Format
    private let now: @Sendable () -> Timestamp
    private let write: @Sendable (String) -> Void

    /// - Parameter write: takes one whole line without its end.
    public init(
        level: Level = .notice, format: Format = .text, now: @escaping @Sendable () -> Timestamp,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.level = level
        self.format = format
        self.now = now
        self.write = write
    }

    /// Says nothing.
    public static let silent = Log(level: .error, now: { Timestamp(seconds: 0) }, write: { _ in })

    /// Whether a program reads what is said, by a level at each line: the journal, or a reader of JSON.
    public var marksLines: Bool { format != .text }

    public func says(_ level: Level) -> Bool { level <= self.level }

    /// Says one line about a feed, a sink or the program itself.
    public func say(
        _ level: Level, _ message: String, stage: Stage? = nil, feed: String? = nil, sink: String? = nil,
        next: String? = nil
    ) {
        guard says(level) else { return }
        switch format {
        case .json: write(json(level, message, stage: stage, feed: feed, sink: sink, next: next))
        case .text, .journal:
            var line = ""
            if case .journal = format { line += "<\(level.priority)>" }
            if level <= .warning { line += "\(level.word): " }
            if let subject = feed ?? sink { line += "\(Self.line(subject)): " }
            if let stage { line += "\(stage.rawValue): " }
            line += Self.line(message)
            if let next { line += "; \(next)" }
            write(line)
        }
    }

    /// Says what failed, with its hint and what happens next.
    public func say(
        _ level: Level, _ failure: Failure, feed: String? = nil, sink: String? = nil, next: String? = nil
    ) {
        let message = failure.message + (failure.hint.map { " (\($0))" } ?? "")
        say(level, message, stage: failure.stage, feed: feed, sink: sink, next: next)
    }

    private func json(
        _ level: Level, _ message: String, stage: Stage?, feed: String?, sink: String?, next: String?
    ) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("time", now().rfc3339)
        writer.member("level", level.word)
        if let stage { writer.member("stage", stage.rawValue) }
        if let feed { writer.member("feed", Self.line(feed)) }
        if let sink { writer.member("sink", Self.line(sink)) }
        writer.member("message", Self.line(message))
        if let next { writer.member("next", next) }
        writer.endObject()
        return writer.text
    }

    /// The text on one line, without what could steer a terminal: hosts and publishers have their words in it.
    static func line(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator:
                if result.last != " " { result.append(" ") }
            case .format, .surrogate, .privateUse, .unassigned: break
            default: result.unicodeScalars.append(scalar)
            }
            if result.utf8.count > 2000 { return result + "…" }
        }
        return result
    }
}
