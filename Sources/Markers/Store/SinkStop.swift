public import FeedModel

/// That a sink was stopped for good: its receiver said that it is gone.
///
/// In force until a person lifts it, or the sink's settings name another receiver.
public struct SinkStop: Sendable, Hashable {
    /// When the receiver said so.
    public var since: Timestamp
    /// What it said.
    public var reason: String
    /// A digest of the receiver's address.
    public var address: String

    public init(since: Timestamp, reason: String, address: String) {
        self.since = since
        self.reason = reason
        self.address = address
    }

    /// Reads what ``json`` wrote; nil for anything else.
    init?(_ value: JSONValue) {
        guard let since = value["since"]?.timestamp, let reason = value["reason"]?.string,
            let address = value["address"]?.string
        else { return nil }
        self.init(since: since, reason: reason, address: address)
    }

    var json: JSONValue {
        .object([
            JSONMember("since", .int(since.milliseconds)), JSONMember("reason", .string(reason)),
            JSONMember("address", .string(address)),
        ])
    }
}
