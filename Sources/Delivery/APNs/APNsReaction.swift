/// What an answer of Apple's service means for the push, its device and the connection.
enum APNsReaction: Hashable, Sendable {
    case delivered
    /// The device is gone since this moment (milliseconds since 1970), as far as Apple knows.
    case dropDevice(since: Int64?)
    /// The token is none for this app and environment: the device's fault if others work, else the settings'.
    case suspectDevice
    /// Nothing works until a person mends the settings.
    case suspend
    /// This push will never be taken.
    case refuse
    /// Later, this device only.
    case retry
    /// The server is in trouble: later, all of it, on a new connection if `renew`.
    case serverTrouble(renew: Bool)
    /// A new token on a new connection, once.
    case renewToken
    /// A new connection, once.
    case reconnect
    /// The token in use must stay; wait.
    case keepToken

    /// The reaction to a status and reason; an unknown 4xx is this push's fault, an unknown 5xx the server's.
    static func to(status: Int, reason: APNsReason?, timestamp: Int64? = nil) -> APNsReaction {
        switch (status, reason) {
        case (200, _): .delivered
        case (_, .badDeviceToken?), (_, .deviceTokenNotForTopic?): .suspectDevice
        case (_, .expiredProviderToken?), (_, .invalidProviderToken?): .renewToken
        case (_, .tooManyTokenUpdates?): .keepToken
        case (_, .unrelatedKey?), (_, .idleTimeout?), (_, .shutdown?): .reconnect
        case (_, let reason?) where APNsReason.configuration.contains(reason): .suspend
        case (410, _): .dropDevice(since: timestamp)
        case (401, _), (403, nil), (407, _): .suspend
        case (408, _), (425, _), (429, _): .retry
        case (500, _): .serverTrouble(renew: false)
        case (400..<500, _): .refuse
        default: .serverTrouble(renew: true)
        }
    }
}
