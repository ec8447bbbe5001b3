import FeedModel
import Subscriptions
import TestSupport
import Testing

func load(_ text: String, in folder: TemporaryFolder? = nil) async throws -> SubscriptionList {
    try await SubscriptionFile.parse(Array(text.utf8), file: "feeds.json", folder: folder?.path ?? ".")
}

func faults(_ text: String) async -> [String] {
    do {
        _ = try await load(text)
        return []
    } catch let error as ConfigurationFaults {
        return error.faults.map(\.description)
    } catch {
        return ["\(error)"]
    }
}

@Suite struct SubscriptionFileTests {
    @Test func `a full file is read with its defaults, comments and trailing commas`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("KEY", to: "AuthKey.p8")
        let list = try await load(
            #"""
            { // what to watch
              "delay": "5m", "perHost": 2, "hostGap": "500ms" /* not yet */ }
            """#.replacing(#""500ms" /* not yet */"#, with: #"0.5, "failureNotice": "never","#).replacing(
                "} ", with: ""
            ).dropLast(2)
                + #"""
                  "defaults": { "first": "none", "timeout": "10s", "exclude": "author: bot" },
                  "feeds": [ "https://example.org/feed.atom",
                    { "name": "Swift", "url": "https://example.org/releases.atom", "delay": "1h",
                      "include": "title: 6\\.\\d", "exclude": ["beta"], "sinks": ["phone", "console"],
                      "first": {"newest": 3}, "updates": true, "limit": 5, "headers": {"X-A": "b"}, "form": {"q": "a b"}, }, ],
                  "sinks": [
                    { "name": "phone", "type": "apns", "key": "AuthKey.p8", "keyID": "ABC123DEFG", "teamID": "DEF123GHIJ",
                      "topic": "org.example.reader", "environment": "sandbox", "devices": "devices.json",
                      "sound": "ping1.caf", "oneButton": true, "badge": "count",
                      "payload": { "page": { "id": "{{entry.id}}" } } },
                    { "type": "webhook", "url": "https://hooks.example/x", "quiet": "22:00-07:00", "digest": "08:00" } ] }
                """#, in: folder)
        #expect(list.delay == .seconds(300))
        #expect(list.perHost == 2)
        #expect(list.hostGap == .milliseconds(500))
        #expect(list.failureNotice == nil)
        let plain = list.subscriptions[0]
        #expect(plain.url == "https://example.org/feed.atom" && plain.name == nil && plain.first == .none)
        #expect(plain.request.timeout == .seconds(10))
        #expect(plain.exclude == [FilterRule(field: .author, pattern: "bot")])
        let swift = list.subscriptions[1]
        #expect(
            swift.name == "Swift" && swift.delay == .seconds(3600) && swift.first == .newest(3)
                && swift.updates)
        #expect(swift.include == [FilterRule(field: .title, pattern: #"6\.\d"#)])
        #expect(swift.exclude == [FilterRule(pattern: "beta")])
        #expect(swift.request.method == "POST" && swift.request.form.first?.value.reveal() == "a b")
        #expect(list.sinks.map(\.name) == ["phone", "webhook", "console"])
        guard case .apns(let apns) = list.sinks[0].kind, case .webhook(let hook) = list.sinks[1].kind else {
            Issue.record("the sinks are of other kinds")
            return
        }
        #expect(apns.environment == .sandbox && apns.hasOneButton && apns.badge == .count)
        #expect(apns.devices == .file(folder.file("devices.json")))
        #expect(apns.payload.first?.value["id"]?.string == "{{entry.id}}")
        #expect(hook.url.reveal() == "https://hooks.example/x")
        #expect(
            list.sinks[1].quiet == QuietHours(from: 1320, to: 420)
                && list.sinks[1].digest == .daily(atMinute: 480))
    }

    @Test func `a path becomes a file URL relative to feeds.json`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("<rss/>", to: "my feeds/a%b.xml")
        let list = try await load(#"{"feeds": ["my feeds/a%b.xml"]}"#, in: folder)
        #expect(list.subscriptions[0].url.hasPrefix("file:///"))
        #expect(list.subscriptions[0].url.hasSuffix("/my%20feeds/a%25b.xml"))
    }

    @Test(arguments: ["later.xml", "out/later.xml", "./example.org/x", "/no/such/x.xml", "news.d/x"])
    func `a file that is not there yet is a warning with its place, and keeps its address`(path: String)
        async throws
    {
        let folder = try TemporaryFolder()
        func read() async throws -> SubscriptionList {
            try await load("{\"feeds\":\n[\"\(path)\"]}", in: folder)
        }
        let before = try await read()
        #expect(before.warnings.count == 1)
        #expect(
            before.warnings[0].hasPrefix(
                "feeds.json:2:2: feeds[0]: there is no file \"\(path)\" (looked for /"))
        guard !path.hasPrefix("/") else { return }
        try folder.write("x", to: path)
        let after = try await read()
        #expect(after.warnings == [])
        #expect(after.subscriptions[0].url == before.subscriptions[0].url)
    }

    @Test(arguments: ["\"cookie\"", "\"password\"", "\"proxy\"", "\"headers\": {\"X-Key\""])
    func `a secret with a line end inside is refused, since it would begin another header`(key: String)
        async throws
    {
        let folder = try TemporaryFolder()
        try folder.write("a=b\r\nX-Evil: 1\n", to: "lines")
        let end = key.contains("{") ? "}" : ""
        let text = "{\"feeds\": [{\"url\": \"https://x.example/\", \(key): {\"file\": \"lines\"}\(end)}]}"
        let faults = await #expect(throws: ConfigurationFaults.self) {
            try await SubscriptionFile.parse(Array(text.utf8), file: "feeds.json", folder: folder.path)
        }
        #expect(faults.map { "\($0)" }?.contains("control character inside") == true)
    }

    @Test func `secrets come from the environment, files and programs`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("from file\n", to: "pw")
        let list = try await load(
            #"""
            {"feeds": [{"url": "https://x.example/", "password": {"file": "pw"}, "cookie": {"env": "PATH"},
              "headers": {"A": {"command": ["printf", "%s", "from $program"]}}}]}
            """#, in: folder)
        let request = list.subscriptions[0].request
        #expect(request.password?.reveal() == "from file")
        #expect(request.cookie?.reveal().contains("/bin") == true)
        #expect(request.headers.first?.value.reveal() == "from $program")
        #expect(!"\(list)".contains("from file"))
        #expect(
            list.warnings == [
                "\(folder.file("pw")) holds a secret and may be read by everybody (chmod o-r mends it)"
            ])
    }

    @Test(arguments: [
        (
            #"{"feeds": [{"url": "https://x.example/", "password": {"env": "FEEDHERALD_NO_SUCH"}}]}"#,
            "FEEDHERALD_NO_SUCH is not set"
        ),
        (
            #"{"feeds": [{"url": "https://x.example/", "password": {"file": "/no/such"}}]}"#,
            "/no/such: No such file"
        ),
        (
            #"{"feeds": [{"url": "https://x.example/", "password": {"command": ["false"]}}]}"#,
            "ended with status 1"
        ),
        (
            #"{"feeds": [{"url": "https://x.example/", "password": {"command": ["no-such-program"]}}]}"#,
            "no-such-program"
        ),
    ])
    func `a secret that cannot be had is a fault at its place`(text: String, message: String) async {
        let found = await faults(text)
        #expect(found.count == 1)
        #expect(found.first?.contains(message) == true, "\(found)")
        #expect(found.first?.hasPrefix("feeds.json:1:54: feeds[0].password: ") == true, "\(found)")
    }

    @Test func `an unreadable file says why`() async {
        do {
            _ = try await SubscriptionFile.load("/no/such/feeds.json")
            Issue.record("loaded what is not there")
        } catch {
            guard case .unreadable(let message) = error else {
                Issue.record("not \(error)")
                return
            }
            #expect(message == "cannot read /no/such/feeds.json: No such file or directory")
        }
    }
}
