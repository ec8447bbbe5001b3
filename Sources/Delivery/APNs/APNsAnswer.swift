import FeedModel
import Transport

/// An answer of Apple's service, read.
struct APNsAnswer: Hashable, Sendable {
    var status: Int
    var reason: APNsReason?
    /// Milliseconds since 1970, with 410.
    var timestamp: Int64?
    var id: String?
    /// How long the server wants to be left alone (Retry-After).
    var wish: Duration?

    /// Reads the answer; a body that is missing or not JSON (a proxy's) leaves the status to speak.
    init(_ response: PushResponse, now: Timestamp = Timestamp(seconds: 0)) {
        status = response.status
        wish = response["retry-after"].flatMap { HTTPOutcome.wish(header: $0, now: now) }
        id = response["apns-id"].map(SafeText.line)
        let body = try? JSONReader.read(response.body)
        reason = body?["reason"]?.string.map { APNsReason(rawValue: SafeText.line($0)) }
        timestamp = body?["timestamp"]?.int.map { Int64($0) }
    }

    /// The reason a server gives for ending a connection (GOAWAY carries the same JSON as an answer).
    static func reason(ofGoAway text: String) -> APNsReason? {
        (try? JSONReader.read(Array(text.utf8)))?["reason"]?.string.map {
            APNsReason(rawValue: SafeText.line($0))
        }
    }

    var reaction: APNsReaction { .to(status: status, reason: reason, timestamp: timestamp) }

    /// For people: "410 Unregistered".
    var text: String { "\(status)" + (reason.map { " \($0.rawValue)" } ?? "") }

    /// What Apple said, as a failure with the likely fix.
    var failure: Failure { Failure(.delivery, "Apple answered \(text)", hint: hint) }

    private var hint: String? {
        if let reason { return reason.hint }
        return status < 500 ? "check \"endpoint\": this is no answer of Apple's own" : nil
    }
}
