/// Why Apple's service refused a push: the `reason` of its answer; unknown ones are kept as they came.
struct APNsReason: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    var rawValue: String

    init(rawValue: String) { self.rawValue = rawValue }
    init(stringLiteral value: String) { rawValue = value }

    static let badDeviceToken: APNsReason = "BadDeviceToken"
    static let deviceTokenNotForTopic: APNsReason = "DeviceTokenNotForTopic"
    static let expiredProviderToken: APNsReason = "ExpiredProviderToken"
    static let invalidProviderToken: APNsReason = "InvalidProviderToken"
    static let unrelatedKey: APNsReason = "UnrelatedKeyIdInToken"
    static let tooManyTokenUpdates: APNsReason = "TooManyProviderTokenUpdates"
    static let idleTimeout: APNsReason = "IdleTimeout"
    static let shutdown: APNsReason = "Shutdown"

    /// What only a person can mend: the key, the certificate, the topic.
    static let configuration: Set<APNsReason> = [
        "TopicDisallowed", "BadTopic", "MissingTopic", "BadCertificate", "BadCertificateEnvironment",
        "BadEnvironmentKeyIdInToken", "BadEnvironmentKeyInToken", "Forbidden", "MissingProviderToken",
    ]

    /// What a person can do about it; nil where nothing is known.
    var hint: String? {
        switch rawValue {
        case "BadDeviceToken":
            "tokens of development builds need \"environment\": \"sandbox\", those of the App Store and TestFlight \"production\""
        case "DeviceTokenNotForTopic", "TopicDisallowed", "BadTopic", "MissingTopic":
            "\"topic\" must be the bundle id of the app that the device tokens, the key or the certificate belong to"
        case "BadCertificateEnvironment", "BadEnvironmentKeyIdInToken", "BadEnvironmentKeyInToken":
            "the key or certificate belongs to the other environment: check \"environment\""
        case "InvalidProviderToken", "MissingProviderToken", "Forbidden":
            "check \"keyID\", \"teamID\", this machine's clock, and that the key was not revoked"
        case "ExpiredProviderToken": "this machine's clock is wrong: check the time"
        case "BadCertificate": "the certificate was revoked or belongs to another app"
        case "Unregistered", "ExpiredToken":
            "the app was removed from the device, or its token changed: register the device anew"
        case "PayloadTooLarge": "shorten \"body\" or \"payload\": a push has room for 4096 bytes"
        case "PayloadEmpty", "BadCollapseId", "BadMessageId", "BadPriority", "BadExpirationDate",
            "InvalidPushType":
            "check \"pushType\", \"priority\", \"expiration\" and \"payload\""
        case "TooManyRequests": "Apple took too many pushes for this device: wait some minutes"
        case "TooManyProviderTokenUpdates":
            "another program signs with the same key, or too often: wait 20 minutes, or make a key for this one"
        case "InternalServerError", "ServiceUnavailable", "Shutdown", "IdleTimeout":
            "Apple's service is in trouble: try again later"
        case "BadPath", "MethodNotAllowed": "check \"endpoint\": it answers as another service does"
        default: nil
        }
    }
}
