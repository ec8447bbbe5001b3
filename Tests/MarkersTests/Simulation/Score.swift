import FeedModel
import Markers

/// How well announcements agree with labels.
struct Score {
    var really = 0
    var missed = 0
    var entries = 0
    var falsely = 0
    var floods = 0
    /// What went wrong, for people.
    var faults: [String] = []

    var recall: Double { really == 0 ? 1 : 1 - Double(missed) / Double(really) }
    var falsePerThousand: Double { entries == 0 ? 0 : 1000 * Double(falsely) / Double(entries) }

    mutating func add(_ other: Score) {
        really += other.really
        missed += other.missed
        entries += other.entries
        falsely += other.falsely
        floods += other.floods
        faults += other.faults
    }

    var words: String {
        "recall \(Double(Int(recall * 10_000)) / 100) % of \(really), false \(falsely) of \(entries), floods \(floods)"
    }
}

/// Watches a world's documents as the program would, and keeps the score.
struct Watcher {
    var marker = Marker(key: FeedKey(url: "https://feed.example/"))
    var score = Score()
    private var told: Set<Int> = []
    private var settings = NoveltySettings()
    private var step = 0

    private let name: String

    init(_ name: String) {
        self.name = name
        settings.first = .none
        settings.limit = 1_000_000
    }

    /// Reads one document; `articles` are those it shows, in its order.
    mutating func read(_ world: World, _ articles: [World.Article]? = nil) {
        let articles = articles ?? world.shown
        let decision = Novelty.decide(
            world.document(of: articles), marker: marker, now: world.now, settings: settings)
        marker = decision.marker
        score.entries += articles.count
        var falsely = 0
        for verdict in decision.verdicts {
            let article = articles[verdict.index]
            let isDue = article.label == .new && told.insert(article.number).inserted && step > 0
            if isDue { score.really += 1 }
            guard article.label != .free, verdict.isAnnounced != isDue else { continue }
            if isDue { score.missed += 1 } else { falsely += 1 }
            score.faults.append(
                "\(name): step \(step) \(isDue ? "missed" : "false"): \(article.title ?? "-") [\(verdict.reason)]"
            )
        }
        score.falsely += falsely
        if falsely >= max(3, articles.count / 4) { score.floods += 1 }
        step += 1
    }
}
