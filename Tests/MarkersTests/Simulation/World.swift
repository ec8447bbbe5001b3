import FeedModel
import TestSupport

/// A made-up publisher: its articles, and the way its software writes them into documents.
struct World {
    /// One article, whatever its software calls it at the moment.
    struct Article {
        var number: Int
        var title: String?
        var slug: String
        var date: Timestamp
        var text: String
        /// What an opaque id is made of; a new article under an old id has the old one's.
        var guid: Int
        var host: String?
        /// What telling must happen when it first shows.
        var label: Label
    }

    enum Label {
        /// Announced once.
        case new
        /// Never announced.
        case old
        /// Either is right.
        case free
    }

    /// What feed software does with ids, links and dates.
    struct Style {
        enum ID { case permalink, opaque, number, tag, shared, none }
        enum Date { case own, none, now, same }

        var scheme = "http"
        var host = "blog.example.org"
        var folder = "/posts/"
        var ending = "/"
        var id = ID.permalink
        var salt = 0
        var date = Date.own
        var dateShift = 0
        var hasSharedLink = false
        var linkTail = ""
        var idTail = ""
        var hasEnclosure = false
        var enclosureHost = "cdn.example.org"
        var titleTail = ""
        /// Words of text shown; nil for all.
        var excerpt: Int?
    }

    var random: SplitMix
    var style = Style()
    var kind: Kind
    /// All articles, the newest first.
    var articles: [Article] = []
    /// Articles shown at a time.
    var window: Int
    var now: Timestamp
    var lastNumber = 0

    /// Kinds of publishers.
    enum Kind: String, CaseIterable {
        case blog, opaque, news, releases, podcast, micro, status, comments, undated, appcast, numbers
    }

    init(_ kind: Kind, seed: UInt64) {
        self.kind = kind
        random = SplitMix(seed: seed)
        now = Timestamp(seconds: 1_780_300_800 + Int64(seed % 1000) * 61)
        window = 8 + Int(random.next() % 18)
        setStyle()
        let count = window + 12
        var date = now - .seconds(Int64(count) * 86_400 * (1 + Int64(random.next() % 4)))
        let step = Duration.milliseconds((now - date).wholeMilliseconds / Int64(count))
        for _ in 0..<count {
            add(date + .seconds(Int64(random.next() % 3000)), label: .old)
            date = date + step
        }
    }

    private mutating func setStyle() {
        switch kind {
        case .blog, .micro, .undated: break
        case .opaque: style.id = .opaque
        case .news: (style.scheme, style.id) = ("https", .permalink)
        case .releases: (style.id, style.ending) = (.tag, "")
        case .podcast: (style.id, style.hasEnclosure) = (.opaque, true)
        case .status: (style.id, style.hasSharedLink) = (.opaque, true)
        case .comments: style.folder = "/talk/"
        case .appcast: (style.id, style.hasSharedLink, style.hasEnclosure) = (.none, true, true)
        case .numbers: (style.id, style.ending) = (.number, ".html")
        }
        if kind == .undated { style.date = .none }
    }

    /// Publishes an article, at the front of the list.
    mutating func add(_ date: Timestamp, label: Label = .new, at place: Int = 0) {
        lastNumber += 1
        let title = makeTitle()
        var article = Article(
            number: lastNumber, title: title, slug: "", date: date, text: makeText(), guid: lastNumber,
            label: label)
        article.slug = (title ?? "note \(lastNumber)").lowercased().replacing(" ", with: "-")
        if kind == .comments || kind == .status { article.slug += "-\(lastNumber)" }
        articles.insert(article, at: place)
    }

    mutating func words(_ count: Int) -> String {
        (0..<count).map { _ in MadeUp.word(&random) }.joined(separator: " ")
    }

    private mutating func makeTitle() -> String? {
        switch kind {
        case .micro: return nil
        case .releases: return "feedtool 2.\(lastNumber / 10).\(lastNumber % 10)"
        case .appcast: return "Version 3.\(lastNumber)"
        case .status: return "db0\(random.next() % 3) is \(lastNumber % 2 == 0 ? "UP" : "DOWN")"
        case .comments: return "Comment on Post \(random.next() % 3)"
        case .news: return words(6 + Int(random.next() % 4)).capitalised
        default: return words(3 + Int(random.next() % 4)).capitalised
        }
    }

    private mutating func makeText() -> String {
        switch kind {
        case .status: return "The check failed or came back."
        case .appcast: return random.next() % 2 == 0 ? "" : words(6)
        case .releases: return words(3 + Int(random.next() % 30))
        case .news: return words(15 + Int(random.next() % 15))
        case .micro: return words(5 + Int(random.next() % 20))
        case .comments: return words(10 + Int(random.next() % 60))
        default: return words(50 + Int(random.next() % 120))
        }
    }
}

extension String {
    var capitalised: String { prefix(1).uppercased() + dropFirst() }
}
