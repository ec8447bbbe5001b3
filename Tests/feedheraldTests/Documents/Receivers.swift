import TestSupport
import Testing

/// Everything that the recipes send to, on loopback.
final class Receivers {
    let folder: TemporaryFolder
    /// Serves the feeds below `/example.org` and takes what services get below `/HOST`.
    let http: LocalHTTPServer
    private let phone: PhoneSetup
    private let secureMail: LocalMailServer
    private let plainMail: LocalMailServer
    private let certificates: TestCertificates
    private let broker: ToolProcess
    private let brokerPort: Int
    private let subscriber: ToolProcess

    /// Services whose addresses stand in the recipes.
    static let hosts = [
        "example.org", "hooks.slack.com", "discord.com", "api.telegram.org", "git.example.org",
    ]
    /// Services whose presets complete a bare origin.
    private static let origins = ["matrix.example.org", "gotify.example.org", "api.pushover.net"]

    init() throws {
        folder = try TemporaryFolder()
        http = try LocalHTTPServer { request in
            if request.method == "GET" {
                let title = request.path.hasSuffix("releases.atom") ? "Article 6.1" : "Article"
                return ServedAnswer(200, [:], SampleFeed.atom().replacing("Article", with: title))
            }
            // As Pushover and Telegram say it.
            return ServedAnswer(200, ["Content-Type": "application/json"], #"{"ok":true,"status":1}"#)
        }
        phone = try PhoneSetup()
        certificates = try TestCertificates()
        secureMail = try LocalMailServer(certificates: certificates, login: ("ada", "secret"))
        plainMail = try LocalMailServer()
        let port = try #require(LoopbackSocket.freePort())
        brokerPort = port
        try folder.write("listener \(port) 127.0.0.1\nallow_anonymous true\n", to: "m.conf")
        broker = try ToolProcess(["mosquitto", "-c", folder.file("m.conf")])
        let start = ContinuousClock.now
        while !LoopbackSocket.isAnswering(port), start.duration(to: .now) < .seconds(30) {}
        subscriber = try ToolProcess([
            "stdbuf", "-oL", "mosquitto_sub", "-h", "127.0.0.1", "-p", "\(port)", "-t", "#", "-d",
        ])
        while !subscriber.output.contains("SUBACK"), start.duration(to: .now) < .seconds(30) {}
    }

    deinit {
        http.stop()
        subscriber.stop()
        broker.stop()
    }

    /// A feeds.json with the outside world's addresses replaced by those of the receivers.
    func localised(_ text: String) -> String {
        var text = text
        for host in Self.hosts { text = text.replacing("https://\(host)", with: http.url("/\(host)")) }
        for host in Self.origins { text = text.replacing("https://\(host)", with: http.url("")) }
        let changes = [
            (#""type": "ntfy","#, #""type": "ntfy", "server": "\#(http.url("/ntfy.sh"))","#),
            (
                #""host": "smtp.example.org","#,
                #""host": "127.0.0.1", "port": \#(secureMail.port), "ca": "\#(certificates.authority)","#
            ),
            (
                #""host": "localhost", "encryption": "none","#,
                #""host": "localhost", "encryption": "none", "port": \#(plainMail.port),"#
            ),
            ("mqtt://127.0.0.1", "mqtt://127.0.0.1:\(brokerPort)"),
            ("signal://localhost:8080/", "json://127.0.0.1:\(http.port)/apprise"),
            ("+15550000/+15551111", ""),
            ("/usr/sbin/sendmail", Fixture.path("standins/sendmail")),
            ("./on-news", Fixture.path("standins/on-news")),
            // Held back until a time of day that a test does not wait for.
            (#", "digest": "08:00""#, ""), (#", "quiet": "22:00-07:00""#, ""),
            (#""key": "AuthKey_ABC123DEFG.p8""#, phone.service + #", "key": "\#(phone.key)""#),
        ]
        for (shown, here) in changes { text = text.replacing(shown, with: here) }
        return text
    }

    /// What arrived of one article, as `place: text`.
    func arrived(_ title: String) throws -> [String] {
        var found = http.requests.filter { $0.method != "GET" }.map { "\($0.path): \($0.text)" }
        found += phone.server.accepted.map { "phone: \(String(decoding: $0.body, as: UTF8.self))" }
        found += try (secureMail.mails() + plainMail.mails()).map {
            "mail: \($0["subject"] ?? "") \($0.text)"
        }
        found += subscriber.output.split(separator: "\n").filter { $0.hasPrefix("{") }.map { "broker: \($0)" }
        for name in ["sent", "ran", "notified", "news.jsonl"] where folder.exists(name) {
            found.append("\(name): \(try folder.read(name))")
        }
        return found.filter { $0.contains(title) }
    }

    /// Runs the program once with the stand-ins first on its path.
    func run(_ arguments: String...) throws -> ProgramRun {
        try ProgramRun(
            arguments, in: folder,
            environment: ["PATH=\(Fixture.path("standins")):/usr/bin:/bin", "SANDBOX=\(folder.path)"])
    }
}
