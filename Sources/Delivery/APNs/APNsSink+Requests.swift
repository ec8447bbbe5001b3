import FeedModel
import Transport

// What is sent.
extension APNsSink {
    /// The payload of each message, fitted, with the badge that it will show.
    func payloads(of messages: [Message]) -> [Result<[UInt8], Failure>] {
        var badge = state.badge
        return messages.map { message in
            badge += message.announcements.count
            let shown: Int? =
                switch setup.settings.badge {
                case .none: nil
                case .fixed(let number): number
                case .count: badge
                }
            do throws(Failure) {
                return .success(try setup.payload.make(message, badge: shown))
            } catch {
                return .failure(error)
            }
        }
    }

    /// The request that brings a message to a device.
    func request(
        _ job: APNsBatch.Job, _ message: Message, _ payload: [UInt8], _ authorization: String?,
        _ now: Timestamp
    ) -> PushRequest {
        let settings = setup.settings
        let isBackground = settings.pushType == "background"
        let priority = settings.priority ?? (isBackground || message.announcements.count > 1 ? 5 : 10)
        let created = message.announcements.first?.created ?? now
        // A repeat long after the first try still reaches a phone that is off for an hour.
        let expires =
            settings.expiration == .zero
            ? 0 : max(created + settings.expiration, now + .seconds(3600)).seconds
        var headers = [
            PushHeader("apns-topic", settings.topic), PushHeader("apns-push-type", settings.pushType),
            PushHeader("apns-priority", String(priority)), PushHeader("content-type", "application/json"),
            PushHeader("apns-expiration", String(expires)), PushHeader("apns-collapse-id", message.id),
            PushHeader("apns-id", Self.id(message, job.device)),
        ]
        if let authorization { headers.append(PushHeader("authorization", authorization)) }
        return PushRequest(path: "/3/device/\(job.device.token)", headers: headers, body: payload)
    }

    /// One id for a message and device, the same on every try.
    private static func id(_ message: Message, _ device: APNsDevice) -> String {
        var one = message
        one.id = StableHash.hex128("\(message.id) \(device.token)".utf8)
        return one.uuid
    }
}
