import FeedModel
import Host
import Pipeline

/// What is written for the person or program that called.
enum Output {
    static func line(_ text: String) {
        StandardStream.output.writeLine(text)
    }

    static func lines(_ lines: [String]) {
        if !lines.isEmpty { line(lines.joined(separator: "\n")) }
    }

    static func error(_ text: String) {
        StandardStream.errors.writeLine(text)
    }

    /// Says what failed and what to do.
    static func error(_ failure: Failure) {
        error(
            "feedherald: \(Clean.line(failure.message))" + (failure.hint.map { " (\(Clean.line($0)))" } ?? "")
        )
    }

    /// Says why the state cannot be used; the status tells callers whether to try again.
    static func error(_ error: HeraldError) -> ExitStatus {
        switch error {
        case .held(let failure):
            self.error(failure)
            return .temporary
        case .state(let failure):
            self.error(failure)
            return .stateUnwritable
        case .configuration(let failure):
            self.error(failure)
            return .configuration
        }
    }

    /// The columns that lines may have; nil where they are read by a program.
    static var width: Int? { StandardStream.output.columns.map { max(40, $0) } }
}
