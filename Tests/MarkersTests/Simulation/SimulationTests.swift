import FeedModel
import Host
import TestSupport
import Testing

/// Made-up histories with fixed seeds; `SIMULATION_SEEDS=20` plays every one with so many seeds instead of a sample.
struct SimulationTests {
    private static let seeds = Environment.value("SIMULATION_SEEDS").flatMap { UInt64($0) }

    /// Plays an incident with the publishers it happens to, or a few of them by turns.
    private static func play(_ incident: Incident, turn: Int) -> Score {
        let kinds = incident.kinds.enumerated().filter { seeds != nil || ($0.offset + turn) % 4 == 0 }
        var total = Score()
        for (_, kind) in kinds {
            for seed in 0..<(seeds ?? 1) {
                var world = World(kind, seed: seed &* 977 &+ UInt64(incident.name.utf8.count + turn))
                var watcher = Watcher("\(incident.name) / \(kind.rawValue) / \(seed)")
                incident.play(&world, &watcher)
                total.add(watcher.score)
            }
        }
        return total
    }

    @Test func `of every kind of trouble nearly all news is told, hardly anything else, and no flood`() {
        var total = Score()
        for (turn, incident) in Incident.all.enumerated() { total.add(Self.play(incident, turn: turn)) }
        check(total)
    }

    @Test func `two kinds of trouble at once are told apart from news as well`() {
        var total = Score()
        var turn = 0
        for left in Incident.all {
            for right in Incident.all {
                guard let incident = Incident.both(left, right) else { continue }
                turn += 1
                if Self.seeds != nil || turn % 17 == 0 { total.add(Self.play(incident, turn: turn)) }
            }
        }
        check(total)
    }

    private func check(_ total: Score) {
        let words = total.words + "\n" + total.faults.prefix(40).joined(separator: "\n")
        if Self.seeds != nil { print(words) }
        #expect(total.recall >= 0.995, Comment(rawValue: words))
        #expect(total.falsePerThousand <= 1, Comment(rawValue: words))
        #expect(total.floods == 0, Comment(rawValue: words))
        #expect(total.really > 100)
    }
}
