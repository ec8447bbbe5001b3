/// A request on its way, held before a redirect to another host: whoever spaces out requests to hosts says when it goes on.
///
/// It remembers all that the first hops brought: what may be sent on, and where it may lead.
public struct OnwardRequest: Sendable, Hashable {
    /// What was asked at first.
    public var request: HTTPRequest { box.value }
    /// The same, in the one place where it is.
    public let box: RequestBox
    /// Where it goes next, without credentials.
    public let url: String
    let method: String
    let body: [UInt8]?
    let isAtHome: Bool
    let passed: [Redirect]
    let sawOpen: Bool
    let firstAddress: [UInt8]?
}

/// A request that is only looked at from now on: in one place, as copies of its many fields cost more than they look.
public final class RequestBox: Sendable, Hashable {
    public let value: HTTPRequest

    public init(_ value: HTTPRequest) {
        self.value = value
    }

    /// Whether conditions are sent to an address: there are some, and it is the one they are about.
    public func hasConditions(at address: String, isFirst: Bool) -> Bool {
        value.isConditional(at: address, isFirst: isFirst)
            && (value.headers.contains("if-none-match") || value.headers.contains("if-modified-since"))
    }

    public static func == (left: RequestBox, right: RequestBox) -> Bool {
        left === right || left.value == right.value
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
