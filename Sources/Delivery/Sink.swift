public import FeedModel

/// A place to announce to.
///
/// `deliver` never throws: every announcement has an outcome of its own. It gets 1 to ``maxBatch`` of them, oldest
/// first, and is not called again before it has returned.
public protocol Sink: Sendable {
    /// The name users gave it.
    var name: String { get }
    /// The most announcements that one call takes.
    var maxBatch: Int { get }
    /// Delivers and gives one outcome an announcement, in their order.
    ///
    /// Where the sink's settings ask for a digest, all of `batch` becomes one message.
    func deliver(_ batch: [Announcement]) async -> [DeliveryOutcome]
    /// Lets go of connections and files; what is in flight may end first.
    func close() async
}
