import FeedModel
import TestSupport

extension Incident {
    /// What a document shows comes and goes.
    static let windows: [Incident] = [
        Incident("shrinks and comes back") { world, watcher in
            for step in 0..<6 {
                watcher.read(world, step == 2 ? Array(world.shown.prefix(2)) : nil)
                world.pass(publishing: step == 1 ? 0 : Int(world.random.next() % 2))
            }
        },
        Incident("empty and back") { world, watcher in
            for step in 0..<6 {
                watcher.read(world, step == 2 || step == 3 ? [] : nil)
                world.pass(publishing: Int(world.random.next() % 2))
            }
        },
        Incident("stale copies alternate") { world, watcher in
            watcher.read(world)
            for _ in 0..<4 {
                let stale = world.shown
                world.pass(publishing: 1 + Int(world.random.next() % 2))
                watcher.read(world)
                world.pass(hours: 1, publishing: 0)
                watcher.read(world, stale)
                world.pass(hours: 1, publishing: 0)
                watcher.read(world)
            }
        },
        Incident("removals let old ones slide back", except: [.undated, .status]) { world, watcher in
            for _ in 0..<6 {
                watcher.read(world)
                world.pass(publishing: Int(world.random.next() % 2))
                world.articles.remove(at: 1 + Int(world.random.next() % 3))
            }
        },
        Incident("removal and return") { world, watcher in
            watcher.read(world)
            world.pass(publishing: 1)
            watcher.read(world)
            let removed = world.articles.remove(at: 2)
            world.pass(hours: 2, publishing: 0)
            watcher.read(world, Array(world.shown.dropLast()))
            world.articles.insert(removed, at: 2)
            world.pass(hours: 2, publishing: 1)
            watcher.read(world)
        },
        Incident("the archive appears", except: [.undated, .status]) { world, watcher in
            watcher.read(world)
            world.pass(publishing: 1)
            watcher.read(world)
            world.pass(publishing: Int(world.random.next() % 2))
            world.window += 12
            watcher.read(world)
            world.pass(publishing: 1)
            watcher.read(world)
        },
        Incident("a planet's new member", with: [.blog, .opaque, .news]) { world, watcher in
            watcher.read(world)
            world.pass(publishing: 1)
            watcher.read(world)
            for place in 0..<8 {
                let date = world.now - .seconds(Int64(40 + 30 * place) * 86_400)
                world.add(date, label: .old, at: 0)
                world.articles[0].host = "newcomer.example"
            }
            world.articles.sort { $0.date > $1.date }
            world.window += 8
            world.pass(publishing: 1)
            watcher.read(world)
            world.pass(publishing: 1)
            watcher.read(world)
        },
        Incident("a long absence") { world, watcher in
            watcher.read(world)
            let first = world.shown
            for _ in 0..<10 {
                world.pass(hours: 24, publishing: world.window / 2)
                watcher.read(world)
            }
            world.now = world.now + .seconds(3600)
            watcher.read(world, first)
            watcher.read(world)
        },
        Incident("order reversed and back") { world, watcher in
            for step in 0..<6 {
                watcher.read(world, step % 2 == 0 ? world.shown : world.shown.reversed())
                world.pass(publishing: Int(world.random.next() % 2))
            }
        },
    ]

    /// Dates are missing, equal, moved, in the future, or of long ago.
    static let dates: [Incident] = [
        always("all dated now", except: [.status, .appcast]) { world, _ in world.style.date = .now },
        always("all dated today", except: [.status, .comments, .appcast]) { world, _ in
            world.style.date = .same
        },
        always("none dated", except: [.status, .appcast]) { world, _ in world.style.date = .none },
        once("dates vanish", except: [.status]) { $0.style.date = .none },
        once("dates appear", with: [.undated]) { $0.style.date = .own },
        once("one date bumped", except: [.undated, .appcast, .status]) { world in
            world.articles[2].date = world.now
            world.articles.sort { $0.date > $1.date }
        },
        once("all dates bumped", except: [.undated, .status]) { world in
            for place in world.articles.indices {
                world.articles[place].date = world.now - .seconds(Int64(place))
            }
        },
        once("time zone", except: [.undated]) { $0.style.dateShift = 3600 },
        once("one in the future", except: [.undated]) { world in
            world.add(world.now + .seconds(30 * 86_400))
        },
        once("back-dated by a day", except: [.undated]) { world in
            world.window += 1
            world.add(world.now - .seconds(86_400), at: 1)
        },
    ]

    /// Keys that several articles share.
    static let sharedKeys: [Incident] = [
        always("one id for all", except: [.appcast, .status, .comments]) { world, _ in
            world.style.id = .shared
        },
        always("no ids", except: [.status]) { world, _ in world.style.id = .none },
        always("one link for all", except: [.appcast]) { world, _ in world.style.hasSharedLink = true },
        always("one link and no ids", with: [.blog, .opaque, .news, .releases, .undated, .podcast]) {
            world, _ in
            world.style.hasSharedLink = true
            world.style.id = .none
        },
        always("equal titles", except: [.micro, .releases, .appcast]) { world, _ in
            for place in world.articles.indices { world.articles[place].title = "Daily notes" }
        },
        always("equal texts", except: [.micro, .comments]) { world, _ in
            for place in world.articles.indices {
                world.articles[place].text = "Read it on the site, please."
            }
        },
        Incident("one place, ever a new article", with: [.blog, .opaque, .news]) { world, watcher in
            world.window = 1
            for _ in 0..<6 {
                world.articles[0].guid = 1
                world.articles[0].slug = "latest"
                watcher.read(world)
                world.pass(hours: 24, publishing: 1)
            }
        },
        Incident("listed twice") { world, watcher in
            for step in 0..<5 {
                var shown = world.shown
                if step > 0 { shown.insert(shown[1], at: 2) }
                watcher.read(world, shown)
                world.pass(publishing: 1)
            }
        },
    ]

    /// Nothing is wrong.
    static let honest: [Incident] = [
        always("quiet") { _, _ in },
        Incident("a burst") { world, watcher in
            watcher.read(world)
            world.pass(publishing: 1)
            watcher.read(world)
            world.pass(publishing: world.window - 2)
            watcher.read(world)
            world.pass(publishing: world.window)
            watcher.read(world)
            world.pass(publishing: 1)
            watcher.read(world)
        },
        Incident("more than a document shows") { world, watcher in
            watcher.read(world)
            world.pass(hours: 48, publishing: world.window + 5)
            watcher.read(world)
            world.pass(publishing: 2)
            watcher.read(world)
        },
        Incident("only grows, and is filled back slowly", except: [.undated]) { world, watcher in
            world.articles = Array(world.articles.prefix(10))
            world.window = 1000
            for step in 0..<6 {
                watcher.read(world)
                world.pass(publishing: Int(world.random.next() % 2))
                world.add(world.now - .seconds(Int64(100 + 50 * step) * 86_400), at: world.articles.count)
            }
        },
        Incident("a ranking", with: [.blog, .news, .opaque]) { world, watcher in
            for _ in 0..<6 {
                watcher.read(world)
                world.pass(publishing: 1)
                world.articles.shuffle(using: &world.random)
                for place in world.articles.indices where world.articles[place].label == .old {
                    world.articles[place].label = .free
                }
            }
        },
    ]
}
