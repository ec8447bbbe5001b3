/// The element names that any reader asks for, in lower case; names are told apart without regard to case.
enum Tag: String, CaseIterable {
    case abstract, author, body, category, channel, comments, contributor, content, created, creator, credit,
        date, day
    case description, div, email, enclosure, encoded, entry, feed, fullitem, group, guid, hour, id, image,
        issued, item
    case keywords, language, lastbuilddate, link, managingeditor, modified, name, player, pubdate, published,
        rdf, rss
    case skipdays, skiphours, source, subject, subtitle, summary, tagline, textinput, thumbnail, title, ttl,
        updated
    case updatefrequency, updateperiod, uri, url, webmaster, available, html, opml, urlset, sitemapindex, svg
    case a

    static let byName: [String: Tag] = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
}
