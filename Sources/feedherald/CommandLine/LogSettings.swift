import FeedModel
import Host
import Pipeline

/// How much is said and in which form, by the command line and the environment.
enum LogSettings {
    static func log(_ invocation: Invocation) -> Log {
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
        return Log(level: level, format: format(invocation), now: clock.now) {
            StandardStream.errors.writeLine($0)
        }
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
