import FeedModel
import Signing
import TestSupport
import Testing

@testable import Delivery

struct APNsPartsTests {
    private func settings() -> APNsSettings {
        APNsSettings(
            credentials: .certificate(path: "", passphrase: nil), topic: "org.example.reader",
            devices: .list([]))
    }

    private func payload(_ announcement: Announcement, _ settings: APNsSettings) throws -> [UInt8] {
        try APNsPayload(settings).make(AnnouncementText.message(for: announcement), badge: nil)
    }

    @Test(arguments: ["a", "é", "漢", "👩‍👩‍👧‍👦", "\"", "\\", "🇩🇪", "e\u{301}"])
    func `long titles are fitted to 4096 bytes at character boundaries`(letter: String) throws {
        for count in [3000, 4000, 4090, 5000, 20_000] {
            let title = String(repeating: letter, count: count / letter.utf8.count)
            let bytes = try payload(Sample.announcement(title: title), settings())
            #expect(bytes.count <= 4096)
            let body = try #require(try JSONReader.read(bytes)["aps"]?["alert"]?["body"]?.string)
            let whole = "apple - \(title)"
            if body != whole {
                #expect(body.hasSuffix("…") && whole.hasPrefix(String(body.dropLast())))
                #expect(bytes.count > 4096 - 40)
            }
        }
    }

    @Test func `a long feed name is cut after the body, ids and URL never`() throws {
        let name = String(repeating: "long name ", count: 600)
        let bytes = try payload(Sample.announcement(title: name, feed: name), settings())
        let value = try JSONReader.read(bytes)
        #expect(bytes.count <= 4096)
        #expect(value["url"]?.string == "https://example.org/r/631")
        #expect(value["aps"]?["alert"]?["title"]?.string?.hasSuffix("…") == true)
    }

    @Test func `own keys that alone are too large are refused`() throws {
        var settings = settings()
        settings.payload = [JSONMember("text", "{{entry.summary}}")]
        var announcement = Sample.announcement()
        announcement.entry.summary = String(repeating: "x", count: 5000)
        #expect(throws: Failure.self) { try payload(announcement, settings) }
        settings.payload = [JSONMember("aps", .object([]))]
        #expect(throws: Failure.self) { try APNsPayload(settings) }
    }

    @Test func `own keys are filled in, and a missing value is null`() throws {
        var settings = settings()
        settings.payload = [
            JSONMember(
                "page",
                [
                    "id": "{{entry.id}}", "type": "entry", "url": "{{entry.link}}", "n": 3,
                    "up": "{{entry.updated}}",
                ])
        ]
        let value = try JSONReader.read(try payload(Sample.announcement(), settings))
        #expect(value["page"]?["id"]?.string == "tag:example.org,2026:1")
        #expect(value["page"]?["url"]?.string == "https://example.org/r/631")
        #expect(value["page"]?["up"]?.isNull == true && value["page"]?["n"]?.int == 3)
        #expect(value["url"] == nil)
    }

    @Test(arguments: hostileTexts)
    func `no text breaks out of the payload`(text: String) throws {
        let value = try JSONReader.read(
            try payload(Sample.announcement(title: text, author: text, link: text, feed: text), settings()))
        #expect(value.members?.count == 2 || value.members?.count == 3)
        #expect(value["aps"]?["alert"]?["body"]?.string?.contains("(null)") == false)
        #expect(value["url"] == nil)
    }

    @Test(arguments: [
        ("<abcd ef01>", "abcdef01"), ("ABCDEF01", "abcdef01"), (" ab cd ", "abcd"),
        (
            "<740f4707 bebcf74f 9b7c25d4 8e335894 5f6aa01d a5ddb387 462c7eaf 61bb78ad>",
            "740f4707bebcf74f9b7c25d48e3358945f6aa01da5ddb387462c7eaf61bb78ad"
        ),
    ])
    func `tokens are read in any notation`(text: String, token: String) {
        #expect(APNsDevice.token(text) == token)
    }

    @Test(arguments: ["", "<>", "(null)", "abc", "xyz1", "nil", "ab-cd", "Optional(\"ab\")"])
    func `what is no token is refused instead of cleaned`(text: String) {
        #expect(APNsDevice.token(text) == nil)
        #expect(throws: Failure.self) { try APNsDeviceList.read([text]) }
    }

    @Test func `property lists of names to tokens are read in XML and in the old text form`() throws {
        let folder = try TemporaryFolder()
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict><key>Anna</key><string>&lt;abcd ef01&gt;</string>
            <key>Ben</key><data>q80=</data></dict></plist>
            """
        try folder.write(xml, to: "my.devices")
        #expect(
            try APNsDeviceList.read(file: folder.file("my.devices"))
                == [APNsDevice(token: "abcdef01", name: "Anna"), APNsDevice(token: "abcd", name: "Ben")])
        try folder.write(#"{ Anna = "<abcd ef01>"; Ben = "abcd"; }"#, to: "old.plist")
        #expect(try APNsDeviceList.read(file: folder.file("old.plist")).map(\.token) == ["abcdef01", "abcd"])
        #expect(throws: Failure.self) { try APNsDeviceList.read(file: folder.file("missing")) }
        try folder.write("hello", to: "noise")
        #expect(throws: Failure.self) { try APNsDeviceList.read(file: folder.file("noise")) }
    }

    @Test
    func
        `a devices file may begin with a mark, give times in seconds, and be wrapped as a property list too`()
        throws
    {
        let folder = try TemporaryFolder()
        try folder.write(
            "\u{FEFF}[{\"token\": \"ab01\", \"registered_at\": 1780000000}, {\"token\": \"ab02\", \"registered_at\": 1780000000000}]",
            to: "devices.json")
        #expect(
            try APNsDeviceList.read(file: folder.file("devices.json")).map(\.registeredAt)
                == [1_780_000_000_000, 1_780_000_000_000])
        try folder.write(
            "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>devices</key><array><dict><key>token</key><string>ab03</string><key>name</key><string>Cat</string></dict></array></dict></plist>",
            to: "wrapped.plist")
        #expect(
            try APNsDeviceList.read(file: folder.file("wrapped.plist")) == [
                APNsDevice(token: "ab03", name: "Cat")
            ])
        let failure = #expect(throws: Failure.self) { try APNsDeviceList.read(["(null)"]) }
        #expect(
            failure?.message.contains("(null)") == true
                && failure?.hint?.contains("register the device anew") == true)
    }

    @Test func `the state survives its JSON form and takes anything for nothing`() {
        var state = APNsState()
        state.dropped["aa"] = .init(name: "old", reason: "410 Unregistered", since: 5)
        state.progress["id"] = ["bb", "cc"]
        state.badge = 7
        state.token = .init(text: "a.b.c", issued: 9, account: "x")
        #expect(APNsState(state.json) == state)
        #expect(APNsState(nil) == APNsState() && APNsState(["dropped": 3, "badge": "x"]) == APNsState())
    }

    @Test func `tokens are signed at most every 20 minutes`() throws {
        let key = try ES256Key(pem: OpenSSLTool().makeKey())
        var tokens = ProviderTokens(key: key, keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        let start = Timestamp(seconds: 1_796_000_000)
        let first = try tokens.tokenForNewConnection(now: start)
        let again = try tokens.tokenForNewConnection(now: start + .seconds(29 * 60))
        #expect(again == first)
        let isDiscarded = tokens.discard(now: start + .seconds(19 * 60))
        #expect(!isDiscarded)
        #expect(tokens.pauseUntilRenewal(now: start + .seconds(19 * 60)) == .seconds(60))
        let second = try tokens.tokenForNewConnection(now: start + .seconds(30 * 60))
        #expect(second != first && second.issued == start + .seconds(30 * 60))
        #expect(!ProviderTokens.isWorn(second, now: start + .seconds(79 * 60)))
        #expect(ProviderTokens.isWorn(second, now: start + .seconds(80 * 60)))
        #expect(ProviderTokens.isWorn(second, now: start))
        let isDiscardedLater = tokens.discard(now: start + .seconds(50 * 60))
        #expect(isDiscardedLater)
    }
}
