public import FeedModel

/// What is known of a feed's entries.
public struct Memory: Sendable, Hashable {
    /// One record an article, in no particular order.
    public var records: [EntryRecord] = []
    /// Hashes of articles whose records were dropped.
    public var forgotten = ForgottenKeys()
    /// Keys that two articles had at some time, and which therefore identify nothing; newest last.
    public var shared: [EntryKey] = []
    /// Entries in the largest document so far.
    public var largest = 0
    /// When the first document was read.
    public var firstDocument: Timestamp?
    /// When the last document was read.
    public var lastDocument: Timestamp?
    /// Entries in the last document.
    public var lastCount = 0
    /// The earliest and the latest date in the last document.
    public var lastOldest: Timestamp?
    public var lastNewest: Timestamp?

    public init() {}
}
