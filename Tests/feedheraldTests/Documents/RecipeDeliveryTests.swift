import FeedModel
import TestSupport
import Testing

/// Each recipe, whole, towards receivers on loopback: what it promises arrives.
@Suite(.serialized) struct RecipeDeliveryTests {
    static let recipes = DocumentBlock.all("json").filter {
        $0.file == "docs/recipes.md" || $0.file == "README.md"
    }

    /// Where the announcement of each sink must have arrived, by the sink's name.
    private static let places = [
        "phone": ["phone: ", "/ntfy.sh: "], "slack": ["/hooks.slack.com/services/T000/B000/XXXX: "],
        "discord": ["/discord.com/api/webhooks/1/x: "],
        "telegram": ["/api.telegram.org/bot123:abc/sendMessage: "],
        "matrix": ["/_matrix/client/v3/rooms/"],
        "gotify": ["/message: "],
        "pushover": ["/1/messages.json: "], "events": ["/example.org/hook: "],
        "issues": ["/git.example.org/api/issues: "], "mail": ["mail: ", "sent: "], "desktop": ["notified: "],
        "script": ["ran: "], "signal": ["/apprise: "], "log": ["news.jsonl: "], "broker": ["broker: "],
    ]

    @Test(arguments: recipes)
    func `a recipe delivers to everything it names`(recipe: DocumentBlock) throws {
        let receivers = try Receivers()
        let text = receivers.localised(recipe.text)
        try receivers.folder.write(
            text.replacing("https://github.com", with: receivers.http.url("/github.com")),
            to: "feeds.json")
        let online = try receivers.run("check", "--online")
        #expect(online.status == 0, "\(online.output)\(online.errors)")
        let run = try receivers.run("--once")
        #expect(run.status == 0)
        #expect(run.errors == "")
        let settings = try JSONReader.read(Array(text.utf8), lenient: true)["sinks"]?.array ?? []
        let names = settings.map { $0["name"]?.string ?? "console" }.filter { $0 != "console" }
        #expect(!names.isEmpty)
        let arrived = try receivers.arrived("Article ")
        for name in names {
            let places = try #require(Self.places[name], "\(name)")
            #expect(
                arrived.contains { line in places.contains { line.hasPrefix($0) } }, "\(name) in \(arrived)")
        }
    }
}
