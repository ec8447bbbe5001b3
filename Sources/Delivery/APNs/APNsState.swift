public import FeedModel

/// What the apns sink remembers between runs: dropped devices, what is half delivered, the badge's count.
public struct APNsState: Sendable, Hashable {
    /// A device that Apple says is gone, or that no push reaches.
    public struct Dropped: Sendable, Hashable {
        public var name: String?
        public var reason: String
        /// When Apple last knew that the token was invalid, else when we learned of it; milliseconds since 1970.
        public var since: Int64
    }

    /// The provider token in use.
    ///
    /// Apple wants a new one at most every 20 minutes, and a program that is started every five would sign one each time.
    public struct ProviderToken: Sendable, Hashable {
        var text: String
        /// Milliseconds since 1970.
        var issued: Int64
        /// Whose it is: a digest of key and team.
        var account: String
    }

    /// A device that waits while others go on.
    public struct Pause: Sendable, Hashable {
        /// Milliseconds since 1970.
        var until: Int64
        /// Failures in a row.
        var failures: Int
        var reason: String
    }

    public var token: ProviderToken?
    /// Devices that are asked again later, by token; one that takes something leaves.
    public var pauses: [String: Pause] = [:]
    /// Devices that will never take a message, by its id and their token, and why.
    public var refusals: [String: [String: String]] = [:]
    /// By token.
    public var dropped: [String: Dropped] = [:]
    /// The tokens that have got a message which others still lack, by its id.
    public var progress: [String: Set<String>] = [:]
    /// Messages pushed since the badge was reset.
    public var badge = 0

    public init() {}

    /// Reads what ``json`` wrote; what is missing or of another kind counts as nothing.
    public init(_ value: JSONValue?) {
        for member in value?["dropped"]?.members ?? [] {
            guard let since = member.value["since"]?.int else { continue }
            dropped[member.key] = Dropped(
                name: member.value["name"]?.string, reason: member.value["reason"]?.string ?? "",
                since: Int64(since))
        }
        for member in value?["progress"]?.members ?? [] {
            progress[member.key] = Set(member.value.array?.compactMap(\.string) ?? [])
        }
        for member in value?["pauses"]?.members ?? [] {
            guard let until = member.value["until"]?.int else { continue }
            pauses[member.key] = Pause(
                until: Int64(until), failures: member.value["failures"]?.int ?? 1,
                reason: member.value["reason"]?.string ?? "")
        }
        for member in value?["refusals"]?.members ?? [] {
            for refusal in member.value.members ?? [] {
                refusals[member.key, default: [:]][refusal.key] = refusal.value.string
            }
        }
        badge = value?["badge"]?.int ?? 0
        if let kept = value?["token"], let text = kept["text"]?.string, let issued = kept["issued"]?.int,
            let account = kept["account"]?.string
        {
            token = ProviderToken(text: text, issued: Int64(issued), account: account)
        }
    }

    /// What people may know of the dropped devices, by name.
    public var droppedDevices: [(label: String, since: Timestamp, reason: String)] {
        dropped.map { token, device in
            (
                APNsDevice(token: token, name: device.name).label, Timestamp(milliseconds: device.since),
                device.reason
            )
        }.sorted { $0.label < $1.label }
    }

    /// The state as a JSON object.
    public var json: JSONValue {
        let gone = dropped.sorted { $0.key < $1.key }.map { token, device in
            JSONMember(
                token,
                .object([
                    JSONMember("name", .optional(device.name)), JSONMember("reason", .string(device.reason)),
                    JSONMember("since", .int(device.since)),
                ]))
        }
        let half = progress.sorted { $0.key < $1.key }.map { id, tokens in
            JSONMember(id, .array(tokens.sorted().map { .string($0) }))
        }
        let kept = token.map { token in
            JSONMember(
                "token",
                [
                    "text": .string(token.text), "issued": .int(token.issued),
                    "account": .string(token.account),
                ])
        }
        return .object(
            [
                JSONMember("dropped", .object(gone)), JSONMember("progress", .object(half)),
                JSONMember("badge", .int(badge)),
            ] + [kept, pausesMember, refusalsMember].compactMap(\.self))
    }

    private var pausesMember: JSONMember? {
        guard !pauses.isEmpty else { return nil }
        let members = pauses.sorted { $0.key < $1.key }.map { token, pause in
            JSONMember(
                token,
                [
                    "until": .int(pause.until), "failures": .int(pause.failures),
                    "reason": .string(pause.reason),
                ])
        }
        return JSONMember("pauses", .object(members))
    }

    private var refusalsMember: JSONMember? {
        guard !refusals.isEmpty else { return nil }
        let members = refusals.sorted { $0.key < $1.key }.map { id, devices in
            JSONMember(
                id,
                .object(devices.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) }))
        }
        return JSONMember("refusals", .object(members))
    }

    /// Forgets a message that is done with.
    mutating func forget(_ id: String) {
        progress[id] = nil
        refusals[id] = nil
    }

    /// The devices that pushes go to: without the dropped ones, unless they registered again later.
    mutating func active(_ devices: [APNsDevice]) -> [APNsDevice] {
        // A device that left the list is forgotten: when it comes back, it is a new one.
        let listed = Set(devices.map(\.token))
        dropped = dropped.filter { listed.contains($0.key) }
        pauses = pauses.filter { listed.contains($0.key) }
        return devices.filter { device in
            guard let gone = dropped[device.token] else { return true }
            guard let registered = device.registeredAt, registered > gone.since else { return false }
            dropped[device.token] = nil
            return true
        }
    }
}
