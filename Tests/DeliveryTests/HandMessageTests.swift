import FeedModel
import Testing

@testable import Delivery

struct HandMessageTests {
    private func message(_ title: String?, _ body: String?) -> Message {
        AnnouncementText.message(
            for: HandMessage.announcement(title: title, body: body, sink: "phone", now: Sample.time))
    }

    @Test func `title and body are shown as they were given`() {
        let message = message("Hello", "It works: \"quoted\"")
        #expect(message.title == "Hello" && message.body == "It works: \"quoted\"")
        #expect(message.link == nil)
    }

    @Test func `without a text it is a sample`() {
        #expect(message(nil, nil).body.contains("sample"))
        #expect(message(nil, "only a body").title == "feedherald")
    }

    @Test func `two messages differ, and so do sinks`() {
        func id(_ sink: String, _ seconds: Int) -> String {
            HandMessage.announcement(
                title: "a", body: "b", sink: sink, now: Sample.time + .seconds(seconds)
            ).id
        }
        #expect(Set([id("x", 0), id("y", 0), id("x", 1)]).count == 3)
    }

    @Test func `badge and sound replace the settings' own, and nothing holds it back`() {
        var apns = APNsSettings(
            credentials: .certificate(path: "", passphrase: nil), topic: "t", devices: .list([]))
        apns.sound = "old.caf"
        var settings = SinkSettings(name: "phone", kind: .apns(apns))
        settings.digest = .every(.seconds(60))
        settings.quiet = QuietHours(from: 0, to: 1439)
        let changed = HandMessage.settings(settings, badge: 3, sound: "new.caf")
        guard case .apns(let result) = changed.kind else {
            Issue.record("another kind")
            return
        }
        #expect(result.badge == .fixed(3) && result.sound == "new.caf")
        #expect(changed.digest == nil && changed.quiet == nil)
        guard case .apns(let same) = HandMessage.settings(settings, badge: nil, sound: nil).kind else {
            return
        }
        #expect(same.sound == "old.caf" && same.badge == .none)
        let console = HandMessage.settings(SinkSettings(name: "c", kind: .console), badge: 1, sound: "x")
        #expect(console.kind == .console)
    }
}
