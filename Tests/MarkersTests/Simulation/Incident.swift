import FeedModel
import TestSupport

/// Kinds of trouble, each played against a publisher over some documents.
struct Incident: Sendable, CustomStringConvertible {
    var name: String
    /// Publishers with whom it happens and can be told from news.
    var kinds: [World.Kind]
    var play: @Sendable (inout World, inout Watcher) -> Void
    /// What is changed before a document of that number, where that is all.
    var change: (@Sendable (inout World, Int) -> Void)?
    var description: String { name }

    init(
        _ name: String, with kinds: [World.Kind] = World.Kind.allCases, except: [World.Kind] = [],
        _ play: @escaping @Sendable (inout World, inout Watcher) -> Void
    ) {
        self.name = name
        self.kinds = kinds.filter { !except.contains($0) }
        self.play = play
    }

    /// Something that changes once in the middle of an otherwise quiet history, or together with news.
    static func once(
        _ name: String, with kinds: [World.Kind] = World.Kind.allCases, except: [World.Kind] = [],
        _ change: @escaping @Sendable (inout World) -> Void
    ) -> Incident {
        always(name, with: kinds, except: except) { world, step in if step == 3 { change(&world) } }
    }

    /// Something that changes before every document.
    static func always(
        _ name: String, with kinds: [World.Kind] = World.Kind.allCases, except: [World.Kind] = [],
        _ change: @escaping @Sendable (inout World, Int) -> Void
    ) -> Incident {
        var incident = Incident(name, with: kinds, except: except) { world, watcher in
            for step in 0..<8 {
                change(&world, step)
                watcher.read(world)
                world.pass(publishing: Int(world.random.next() % 3))
            }
        }
        incident.change = change
        return incident
    }

    /// Two kinds of trouble in one history.
    static func both(_ left: Incident, _ right: Incident) -> Incident? {
        guard let first = left.change, let second = right.change, left.name < right.name else { return nil }
        let kinds = left.kinds.filter { right.kinds.contains($0) }
        return always("\(left.name) + \(right.name)", with: kinds) { world, step in
            first(&world, step)
            second(&world, step)
        }
    }

    static let all: [Incident] = ids + links + edits + windows + dates + sharedKeys + honest
}
