/// What the program's end tells its caller; the numbers are those of sysexits.h.
enum ExitStatus: Int32, Error, CaseIterable {
    case fine = 0
    /// `status`: something needs a person.
    case attention = 1
    /// The command line is wrong.
    case usage = 64
    /// `parse`: the input is no feed.
    case notFeed = 65
    /// An input is missing.
    case inputMissing = 66
    /// `push`: the sink refused or cannot be reached.
    case unavailable = 69
    case `internal` = 70
    /// The state cannot be written.
    case stateUnwritable = 73
    /// `--once`: something failed and will be tried again, or another instance holds the state.
    case temporary = 75
    /// feeds.json is invalid.
    case configuration = 78

    /// The sentence of the manual.
    var meaning: String {
        switch self {
        case .fine: "All is well, or the watch was stopped by SIGTERM or SIGINT."
        case .attention: "status: something needs a person."
        case .usage: "The command line is wrong."
        case .notFeed: "The input is no feed, or no list of feeds."
        case .inputMissing: "An input is missing: a file, an address that does not answer, an unknown FEED."
        case .unavailable: "push, check --online: a sink refused or cannot be reached."
        case .internal: "A fault of the program itself."
        case .stateUnwritable: "The state cannot be read or written."
        case .temporary:
            "Something failed and will be tried again (--once, --dry-run), or another process uses the state."
        case .configuration: "feeds.json is missing or invalid."
        }
    }
}
