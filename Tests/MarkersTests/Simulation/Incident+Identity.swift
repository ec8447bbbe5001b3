import FeedModel
import TestSupport

extension Incident {
    /// All ids change at once, or at every build.
    static let ids: [Incident] = [
        once("scheme") { $0.style.scheme = $0.style.scheme == "http" ? "https" : "http" },
        once("host") { $0.style.host = "www.other-home.example" },
        once("path") { $0.style.folder = "/archive/2026/" },
        once("scheme, host and path", except: [.status]) { world in
            world.style.scheme = "https"
            world.style.host = "new-home.example"
            world.style.folder = "/b/"
        },
        once("other software: opaque ids") { world in
            world.style.id = .opaque
            world.style.salt = 7
        },
        once("other software: opaque ids, other links", except: [.status]) { world in
            world.style.id = .opaque
            world.style.salt = 8
            world.style.folder = "/p/"
            world.style.ending = ".html"
        },
        once("other software: times of another zone", except: [.undated]) { world in
            world.style.id = .opaque
            world.style.salt = 9
            world.style.dateShift = 7200
        },
        once("numbers renumbered", with: [.numbers]) { $0.style.salt = 3 },
        always("ids anew at every build", except: [.status]) { world, step in
            world.style.id = .opaque
            world.style.salt = step
        },
        always("ids and dates anew at every build", except: [.status, .comments, .appcast]) { world, step in
            world.style.id = .opaque
            world.style.salt = step
            world.style.date = .now
        },
        always("ids anew, none dated", except: [.status, .comments]) { world, step in
            world.style.id = .opaque
            world.style.salt = step
            world.style.date = .none
        },
        once("ids and excerpts", with: [.blog, .opaque, .undated, .podcast]) { world in
            world.style.id = .opaque
            world.style.salt = 2
            world.style.excerpt = 30
        },
    ]

    /// Ids and links with counters, times, tracking; two ways of writing that alternate.
    static let links: [Incident] = [
        always("tracking in links") { $0.style.linkTail = "?utm_source=rss&utm_campaign=\($1)" },
        always("tracking in ids and links") { world, step in
            world.style.linkTail = "?xtor=RSS-\(step)"
            world.style.idTail = "?xtor=RSS-\(step)"
        },
        always("counter behind ids") { $0.style.idTail = "#\($1)" },
        always("times in ids and links") { world, step in
            world.style.idTail = "?at=17802\(step)"
            world.style.linkTail = "?at=17802\(step)"
        },
        always("slash or none") { world, step in
            if ![.releases, .numbers].contains(world.kind) { world.style.ending = step % 2 == 0 ? "/" : "" }
        },
        always("html or none") { world, step in
            if ![.releases].contains(world.kind) { world.style.ending = step % 2 == 0 ? "" : ".html" }
        },
        always("hosts alternate") { $0.style.host = $1 % 2 == 0 ? "a.example.org" : "b.example.org" },
        always("www or not") { $0.style.host = $1 % 2 == 0 ? "www.example.org" : "example.org" },
        always("enclosures move", with: [.podcast, .appcast]) {
            $0.style.enclosureHost = "c\($1).example.net"
        },
    ]

    /// Titles, texts and slugs are edited.
    static let edits: [Incident] = [
        always("counters in titles", except: [.micro]) { $0.style.titleTail = " (\(3 + $1) comments)" },
        once("slug follows title", with: [.blog, .opaque, .news, .undated, .podcast, .numbers]) { world in
            let place = 1 + Int(world.random.next() % 4)
            world.articles[place].title = (world.articles[place].title ?? "") + " updated"
            world.articles[place].slug += "-updated"
        },
        once("title corrected", except: [.micro, .status, .comments, .releases, .appcast]) { world in
            let place = 1 + Int(world.random.next() % 4)
            let words = (world.articles[place].title ?? "").split(separator: " ")
            world.articles[place].title = (words.dropLast() + ["mended"]).joined(separator: " ")
        },
        once("title replaced", except: [.micro, .status, .comments]) { world in
            let place = 1 + Int(world.random.next() % 4)
            world.articles[place].title = world.words(4).capitalised
        },
        once("text grows") { world in
            let place = 1 + Int(world.random.next() % 4)
            world.articles[place].text += " " + world.words(20)
        },
        once("all texts get a footer") { world in
            let footer = world.words(12)
            for place in world.articles.indices { world.articles[place].text += " " + footer }
        },
        once("excerpts only") { $0.style.excerpt = 20 },
        once("titles in capitals") { world in
            for place in world.articles.indices {
                world.articles[place].title = world.articles[place].title?.uppercased()
            }
        },
    ]
}
