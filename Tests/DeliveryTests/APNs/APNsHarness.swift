import FeedModel
import Glibc
import TestSupport
import Transport

@testable import Delivery

/// A strict local push service, settings that fit it, and a world for the sink.
struct APNsHarness {
    let tool = OpenSSLTool()
    let world = SinkWorld()
    let server: LocalAPNsServer
    var settings: APNsSettings
    var sinkSettings: SinkSettings

    init(
        devices: APNsSettings.Devices = .list(["<abcd ef01>"]), usesToken: Bool = true,
        _ change: (inout APNsServerSettings) -> Void = { _ in }
    ) throws {
        tool.makeServerCertificate()
        let key = tool.makeKey()
        var rules = APNsServerSettings(
            certificate: tool.path("server.pem"), key: tool.path("server.key"),
            signingKey: usesToken ? tool.path("key.p8") : nil)
        change(&rules)
        server = try LocalAPNsServer(rules)
        if !usesToken {
            tool.makeCertificate()
            tool.run("cat cert.pem cert.key > push.pem")
        }
        settings = APNsSettings(
            credentials: usesToken
                ? .token(
                    key: Secret(String(decoding: key, as: UTF8.self)), keyID: rules.keyID,
                    teamID: rules.teamID)
                : .certificate(path: tool.path("push.pem"), passphrase: nil),
            topic: rules.topic, devices: devices)
        settings.environment = .sandbox
        settings.endpoint = server.origin
        settings.ca = tool.path("ca.pem")
        sinkSettings = SinkSettings(name: "phone", kind: .apns(settings))
        world.now = Timestamp(seconds: Int64(time(nil)))
    }

    func sink(_ change: (inout PushLimits) -> Void = { _ in }) throws -> APNsSink {
        var limits = PushLimits()
        limits.answer = .seconds(5)
        change(&limits)
        return try APNsSink(
            sinkSettings, settings, try MessageTemplates(sinkSettings), world.environment, limits: limits)
    }

    func batch(_ count: Int, from first: Int = 1) -> [Announcement] {
        (first..<first + count).map { number in
            var announcement = Sample.announcement(title: "Entry \(number)", number: number)
            announcement.created = world.now
            return announcement
        }
    }

    /// How many different notifications each device shows: a repeat with the same collapse id replaces the first.
    var shown: [String: Set<String>] {
        server.accepted.reduce(into: [:]) { $0[$1.device, default: []].insert($1["apns-collapse-id"] ?? "") }
    }
}
