/// A request on its way, held before a redirect to another host: whoever spaces out requests to hosts says when it goes on.
///
/// It remembers all that the first hops brought: what may be sent on, and where it may lead.
public struct OnwardRequest: Sendable, Hashable {
    /// What was asked at first.
    public let request: HTTPRequest
    /// Where it goes next, without credentials.
    public let url: String
    let method: String
    let body: [UInt8]?
    let isAtHome: Bool
    let passed: [Redirect]
    let sawOpen: Bool
    let firstAddress: [UInt8]?
}
