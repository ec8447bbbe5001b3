public import FeedModel
public import Transport

/// What a sink may use of the world around it.
public struct SinkEnvironment: Sendable {
    /// Sends HTTP, mail and MQTT.
    public var transfers: TransferLoop
    /// The program's version, for User-Agent headers.
    public var version: String
    /// The wall clock.
    public var now: @Sendable () -> Timestamp
    /// The seconds to add to UTC for local time at a moment; for mail dates and quiet hours.
    public var utcOffset: @Sendable (Timestamp) -> Int
    /// Writes whole lines to stdout and flushes them.
    public var writeConsole: @Sendable ([UInt8]) throws(Failure) -> Void
    /// Whether the console's lines are JSON, and whether they may have colour.
    public var consoleStyle: ConsoleStyle
    /// What the sink of this name stored last; nil where nothing is stored.
    public var loadState: @Sendable (_ sink: String) -> JSONValue?
    /// Stores a small JSON object for the sink of this name, atomically.
    public var saveState: @Sendable (_ sink: String, _ state: JSONValue) -> Void
    /// Tells the person who runs the program something once, on stderr: a dropped device, a certificate about to expire.
    public var notice: @Sendable (_ sink: String, _ failure: Failure) -> Void

    public init(
        transfers: TransferLoop, version: String, now: @escaping @Sendable () -> Timestamp,
        utcOffset: @escaping @Sendable (Timestamp) -> Int = { _ in 0 },
        writeConsole: @escaping @Sendable ([UInt8]) throws(Failure) -> Void,
        consoleStyle: ConsoleStyle = .plain,
        loadState: @escaping @Sendable (String) -> JSONValue? = { _ in nil },
        saveState: @escaping @Sendable (String, JSONValue) -> Void = { _, _ in },
        notice: @escaping @Sendable (String, Failure) -> Void = { _, _ in }
    ) {
        self.transfers = transfers
        self.version = version
        self.now = now
        self.utcOffset = utcOffset
        self.writeConsole = writeConsole
        self.consoleStyle = consoleStyle
        self.loadState = loadState
        self.saveState = saveState
        self.notice = notice
    }
}
