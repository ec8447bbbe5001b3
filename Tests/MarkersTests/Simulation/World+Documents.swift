import FeedModel
import TestSupport

extension World {
    /// The articles that the next document shows.
    var shown: [Article] { Array(articles.prefix(window)) }

    /// An article as the software writes it now.
    func entry(_ article: Article) -> Entry {
        var entry = Entry(id: "")
        let host = article.host ?? style.host
        let own = "\(style.scheme)://\(host)\(style.folder)\(article.slug)\(style.ending)"
        let link = style.hasSharedLink ? "\(style.scheme)://\(host)/changes/" : own + style.linkTail
        entry.link = link
        switch style.id {
        case .permalink: entry.id = own + style.idTail
        case .opaque: entry.id = StableHash.hex128("\(article.guid) \(style.salt)".utf8)
        case .number: entry.id = "\(article.guid + style.salt * 1000)"
        case .tag: entry.id = "tag:\(host),2008:Repository/77/\(article.slug)\(style.idTail)"
        case .shared: entry.id = "urn:feed:of:all"
        case .none:
            entry.id = "made:\(link) \(article.title ?? "")"
            entry.isIDMade = true
        }
        entry.title = article.title.map { $0 + style.titleTail }
        switch style.date {
        case .own: entry.published = article.date + .seconds(Int64(style.dateShift))
        case .now: entry.published = now
        case .same: entry.published = Timestamp(seconds: now.seconds / 86_400 * 86_400)
        case .none: break
        }
        let words = article.text.split(separator: " ")
        let text = style.excerpt.map { words.prefix($0).joined(separator: " ") } ?? article.text
        if !text.isEmpty { entry.content = "<p>\(text)</p>" }
        if style.hasEnclosure {
            let url = "https://\(style.enclosureHost)/files/\(article.slug).bin\(style.linkTail)"
            entry.enclosures = [Enclosure(url: url)]
        }
        return entry
    }

    func document(of articles: [Article]? = nil) -> Feed {
        var feed = Feed(format: .rss)
        feed.title = kind.rawValue
        feed.entries = (articles ?? shown).map { entry($0) }
        return feed
    }

    /// Lets time pass, and so many articles be published in it.
    mutating func pass(hours: Int64 = 6, publishing count: Int) {
        let start = now
        now = now + .seconds(hours * 3600)
        for place in 0..<count {
            let offset = hours * 3600 * Int64(place + 1) / Int64(count + 1)
            add(start + .seconds(offset + Int64(random.next() % 60)))
        }
    }
}
