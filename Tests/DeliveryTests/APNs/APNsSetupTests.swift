import FeedModel
import Glibc
import TestSupport
import Testing
import Transport

@testable import Delivery

struct APNsSetupTests {
    private let tool = OpenSSLTool()
    private let now = Timestamp(seconds: Int64(time(nil)))

    private func fault(_ settings: APNsSettings) -> String {
        do throws(Failure) {
            _ = try APNsSetup(settings, now: now)
            return ""
        } catch {
            return error.description
        }
    }

    private func token(_ key: [UInt8], keyID: String = "ABC123DEFG") -> APNsSettings {
        APNsSettings(
            credentials: .token(
                key: Secret(String(decoding: key, as: UTF8.self)), keyID: keyID, teamID: "DEF123GHIJ"),
            topic: "org.example.reader", devices: .list(["abcd"]))
    }

    private func certificate(_ file: String = "push.pem") -> APNsSettings {
        var settings = APNsSettings(
            credentials: .certificate(path: tool.path(file), passphrase: nil), topic: "org.example.reader",
            devices: .list(["abcd"]))
        settings.environment = .sandbox
        return settings
    }

    @Test func `good settings pass and lead to Apple's hosts`() throws {
        var settings = token(tool.makeKey())
        #expect(try APNsSetup(settings, now: now).endpoint.host == "api.push.apple.com")
        settings.environment = .sandbox
        #expect(try APNsSetup(settings, now: now).endpoint.host == "api.sandbox.push.apple.com")
        settings.endpoint = "https://[::1]:8443"
        #expect(try APNsSetup(settings, now: now).endpoint.host == "::1")
    }

    @Test func `each wrong setting is named`() {
        let key = tool.makeKey()
        #expect(fault(token(tool.makeKey("other.p8", curve: "P-384"))).contains("P-256"))
        #expect(fault(token(Array("x".utf8))).contains(".p8"))
        #expect(fault(token(key, keyID: "short")).contains("keyID"))
        var settings = token(key)
        settings.topic = "<org.example>"
        #expect(fault(settings).contains("topic"))
        settings = token(key)
        settings.devices = .list(["(null)"])
        #expect(fault(settings).contains("a token is \"(null)\""))
        settings.devices = .file("/nonexistent/devices.json")
        #expect(fault(settings).contains("devices file"))
        settings = token(key)
        settings.pushType = "voip"
        #expect(fault(settings).contains("pushType"))
        settings.pushType = "background"
        settings.priority = 10
        #expect(fault(settings).contains("priority"))
        settings = token(key)
        settings.endpoint = "http://localhost"
        #expect(fault(settings).contains("https origin"))
        settings = token(key)
        settings.payload = [JSONMember("x", "{{no.such}}")]
        #expect(fault(settings).contains("no.such"))
    }

    @Test func `a certificate's topic, environment and expiry are checked`() {
        tool.makeCertificate(days: 20)
        tool.run("cat cert.pem cert.key > push.pem")
        #expect(fault(certificate()) == "")
        var settings = certificate()
        settings.topic = "org.example.other"
        #expect(fault(settings).contains("org.example.reader, not for org.example.other"))
        settings = certificate()
        settings.environment = .production
        #expect(fault(settings).contains("environment"))
        #expect(fault(certificate("missing.pem")).contains("cannot be read"))
        do throws(Failure) {
            _ = try APNsSetup(certificate(), now: now + .seconds(21 * 86_400))
            Issue.record("an expired certificate passes")
        } catch {
            #expect(error.message.contains("expired"))
        }
    }

    @Test func `an expiry within 30 days is told once a day`() async throws {
        tool.makeCertificate(days: 20)
        tool.run("cat cert.pem cert.key > push.pem")
        let world = SinkWorld()
        world.now = now
        var settings = certificate()
        settings.endpoint = "https://127.0.0.1:1"
        let all = SinkSettings(name: "phone", kind: .apns(settings))
        let sink = try SinkFactory.make(all, environment: world.environment)
        for hours in [0, 1, 23, 25] {
            world.now = now + .seconds(hours * 3600)
            _ = await sink.deliver([Sample.announcement()])
        }
        #expect(world.notices.count == 2 && world.notices[0].message.contains("expires on"))
        world.now = now + .seconds(21 * 86_400)
        #expect(await sink.deliver([Sample.announcement()])[0].isSuspended)
    }
}
