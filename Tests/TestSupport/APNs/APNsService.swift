import FeedModel
import Synchronization

/// Apple's rules for one connection: looks at a request and says what is answered.
final class APNsService {
    let settings: APNsServerSettings
    let number: Int
    private let verifier: APNsTokenVerifier?
    private let shared: LocalAPNsServer.Shared
    private var token: String?
    /// Whether a push with a valid token was answered, which raises the stream limit.
    private(set) var isProven = false

    init(
        _ settings: APNsServerSettings, _ verifier: APNsTokenVerifier?, _ number: Int,
        _ shared: LocalAPNsServer.Shared
    ) {
        self.settings = settings
        self.verifier = verifier
        self.number = number
        self.shared = shared
    }

    private func change(_ body: (inout LocalAPNsServer.Record) -> Void) {
        shared.state.withLock { body(&$0) }
    }

    var streamLimit: Int { isProven ? settings.streams : settings.firstStreams }

    func note(_ violation: String) { change { $0.violations.append(violation) } }
    func opened(_ count: Int) { change { $0.peak = max($0.peak, count) } }
    func pinged() { change { $0.pings += 1 } }

    func accepted(_ push: ServedPush) {
        change {
            $0.acceptedCount += 1
            if $0.keepsPushes { $0.accepted.append(push) }
        }
    }

    /// The reaction to a request: Apple's refusal where it breaks a rule, else the script's.
    func react(to request: ServedPush) -> (push: ServedPush, reaction: APNsReaction) {
        var push = request
        push.connection = number
        change { record in
            push.number = record.pushes.count
            if record.keepsPushes { record.pushes.append(push) }
        }
        if let (status, reason) = fault(of: push) {
            note("\(status) \(reason)")
            return (push, .answer(status: status, reason: reason))
        }
        let reaction = settings.react(push)
        if case .answer(let status, _, _) = reaction, settings.lowersLimit, status != 200 {
            isProven = false
        } else {
            isProven = true
        }
        return (push, reaction)
    }

    private func fault(of push: ServedPush) -> (Int, String)? {
        let names = push.headers.map(\.name)
        if Set(names).count != names.count { return (400, "DuplicateHeaders") }
        if push[":method"] != "POST" { return (405, "MethodNotAllowed") }
        let parts = push.path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "", parts[1] == "3", parts[2] == "device" else {
            return (404, "BadPath")
        }
        if parts[3].isEmpty { return (400, "MissingDeviceToken") }
        if parts[3].count % 2 != 0 || !parts[3].allSatisfy({ "0123456789abcdef".contains($0) }) {
            return (400, "BadDeviceToken")
        }
        return tokenFault(push) ?? headerFault(push) ?? payloadFault(push)
    }

    private func tokenFault(_ push: ServedPush) -> (Int, String)? {
        guard let verifier else { return push["authorization"] == nil ? nil : (403, "UnexpectedToken") }
        guard let given = push["authorization"], given.hasPrefix("bearer ") else {
            return (403, "MissingProviderToken")
        }
        change { $0.tokens[number, default: []].insert(given) }
        if given == token { return nil }
        if token != nil { return (429, "TooManyProviderTokenUpdates") }
        if let reason = verifier.fault(of: String(given.dropFirst(7))) { return (403, reason) }
        token = given
        return nil
    }

    private func headerFault(_ push: ServedPush) -> (Int, String)? {
        guard let topic = push["apns-topic"] else { return (400, "MissingTopic") }
        if topic != settings.topic { return (400, "TopicDisallowed") }
        let type = push["apns-push-type"] ?? ""
        if type != "alert" && type != "background" { return (400, "InvalidPushType") }
        let priority = push["apns-priority"] ?? "10"
        if !["10", "5", "1"].contains(priority) || (type == "background" && priority != "5") {
            return (400, "BadPriority")
        }
        if let expiration = push["apns-expiration"], Int(expiration) == nil {
            return (400, "BadExpirationDate")
        }
        if let id = push["apns-collapse-id"], id.utf8.count > 64 || id.isEmpty {
            return (400, "BadCollapseId")
        }
        let id = push["apns-id"] ?? ""
        let groups = id.split(separator: "-", omittingEmptySubsequences: false)
        if groups.map(\.count) != [8, 4, 4, 4, 12]
            || !id.allSatisfy({ "0123456789abcdef-".contains($0) })
        {
            return (400, "BadMessageId")
        }
        return nil
    }

    private func payloadFault(_ push: ServedPush) -> (Int, String)? {
        if push.body.isEmpty { return (400, "PayloadEmpty") }
        if push.body.count > 4096 { return (413, "PayloadTooLarge") }
        guard let payload = try? JSONReader.read(push.body), let aps = payload["aps"] else {
            return (400, "BadPayload")
        }
        let isBackground = aps["alert"] == nil && aps["content-available"]?.int == 1
        return isBackground == (push["apns-push-type"] == "background") ? nil : (400, "InvalidPushType")
    }
}
