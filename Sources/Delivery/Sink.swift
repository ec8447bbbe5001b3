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
    func deliver(_ batch: [Announcement], progress: DeliveryProgress) async -> [DeliveryOutcome]
    /// Lets go of connections and files; what is in flight may end first.
    func close() async
}

extension Sink {
    /// Delivers where nobody wants to know how far it is.
    public func deliver(_ batch: [Announcement]) async -> [DeliveryOutcome] {
        await deliver(batch, progress: .none)
    }

    /// Nothing is kept.
    public func close() async {}
}

/// What a sink and its caller tell each other while a batch is under way.
public struct DeliveryProgress: Sendable {
    /// Told of announcements that have ended before the batch has, by their places in it: what was settled before a
    /// crash is not sent again.
    public var ended: @Sendable (_ place: Int, _ outcome: DeliveryOutcome) async -> Void
    /// Whether nothing more may be begun; what was not ends as ``DeliveryOutcome/untried``.
    public var isStopping: @Sendable () -> Bool

    public init(
        ended: @escaping @Sendable (Int, DeliveryOutcome) async -> Void,
        isStopping: @escaping @Sendable () -> Bool
    ) {
        self.ended = ended
        self.isStopping = isStopping
    }

    /// Tells nobody and never stops.
    public static let none = DeliveryProgress(ended: { _, _ in }, isStopping: { false })
}
