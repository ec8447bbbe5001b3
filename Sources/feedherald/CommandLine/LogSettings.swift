import FeedModel
import Host
import Pipeline

/// How much is said and in which form, by the command line and the environment.
enum LogSettings {
    /// - Parameter progress: the line that gives way to what is said.
    static func log(_ invocation: Invocation, progress: ProgressLine) -> Log {
        let level: Log.Level =
            if invocation.has("quiet") {
                .error
            } else {
                switch invocation.count("verbose") {
                case 0: .notice
                case 1: .info
                default: .debug
                }
            }
        let clock = HeraldClock.system
        return Log(level: level, format: format(invocation), now: clock.now) { line in
            progress.around { StandardStream.errors.writeLine(line) }
        }
    }

    /// A line on the terminal, where there is one and a person reads it.
    static func progress(_ invocation: Invocation) -> ProgressLine {
        ProgressLine(
            isOn: StandardStream.errors.isTerminal && !isJSON(invocation) && !invocation.has("quiet")
                && Environment.nonEmpty("TERM") != "dumb")
    }

    private static func format(_ invocation: Invocation) -> Log.Format {
        if isJSON(invocation) { return .json }
        return Environment.nonEmpty("JOURNAL_STREAM") != nil && !StandardStream.errors.isTerminal
            ? .journal : .text
    }

    static func isJSON(_ invocation: Invocation) -> Bool { invocation.value("log-format") == "json" }

    /// Whether standard output may have colours: a terminal, unless `$NO_COLOR` is set (no-color.org).
    static var isColoured: Bool {
        StandardStream.output.isTerminal && Environment.nonEmpty("NO_COLOR") == nil
    }
}
