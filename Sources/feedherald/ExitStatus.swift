/// What the program's end tells its caller; the numbers are those of sysexits.h.
enum ExitStatus: Int32, Error {
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
}
