import FeedModel
import Glibc
import Markers

// Deciding, loading and committing markers. Usage: bench decide | bench commit FOLDER COUNT GROUP

func seconds(_ clock: clockid_t = CLOCK_PROCESS_CPUTIME_ID) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// The best of some rounds, in milliseconds of CPU: waiting for the disk is measured by the commits.
func best(_ rounds: Int, _ body: () -> Void) -> Double {
    var best = Double.infinity
    for _ in 0..<rounds {
        let start = seconds()
        body()
        best = min(best, seconds() - start)
    }
    return best * 1000
}

func word(_ state: inout UInt64) -> String {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let parts = [
        "ba", "ke", "li", "mo", "nu", "ra", "so", "te", "vi", "zu", "dar", "fen", "gol", "hin", "jap", "wes",
    ]
    return (0..<3).map { parts[Int(state >> UInt64(40 + 4 * $0)) & 15] }.joined()
}

/// Entries of 300 words each, numbered from `first` down, a minute apart.
func feed(_ first: Int, _ count: Int, at now: Timestamp) -> Feed {
    var feed = Feed(format: .rss)
    feed.title = "Bench"
    feed.entries = (0..<count).map { place in
        var state = UInt64(first - place) &* 0x9E37_79B9_7F4A_7C15
        var entry = Entry(id: "https://bench.example.org/posts/\(first - place)/")
        entry.link = entry.id
        entry.title = (0..<7).map { _ in word(&state) }.joined(separator: " ")
        entry.published = now - .seconds(Int64(place) * 60)
        entry.content = "<p>" + (0..<300).map { _ in word(&state) }.joined(separator: " ") + "</p>"
        return entry
    }
    return feed
}

let now = Timestamp(seconds: 1_780_000_000)
let settings: NoveltySettings = {
    var settings = NoveltySettings()
    settings.first = .none
    settings.limit = 100_000
    return settings
}()

func decide(_ feed: Feed, _ marker: Marker) -> NoveltyDecision {
    Novelty.decide(feed, marker: marker, now: now, settings: settings)
}

func decideBench() throws {
    let key = FeedKey(url: "https://bench.example.org/feed")
    let same = feed(5000, 1000, at: now)
    let before = decide(feed(2000, 1000, at: now - .seconds(3000 * 86_400)), Marker(key: key)).marker
    let marker = decide(feed(3000, 1000, at: now - .seconds(2000 * 86_400)), before).marker
    let new = best(5) { _ = decide(same, marker) }
    let full = decide(same, marker).marker
    let unchanged = best(20) { _ = decide(same, full) }
    guard decide(same, full).announcements.isEmpty, decide(same, marker).announcements.count == 1000 else {
        exit(1)
    }
    let folder = CommandLine.arguments[2]
    let state = try StateFolder(folder, access: .writing)
    let small = FeedKey(url: "https://bench.example.org/small")
    try state.markers.assign([key, small])
    try state.markers.commit([full])
    let load = best(10) { _ = try? state.markers.load(key) }
    let commit = best(5) { try? state.markers.commit([full]) }
    try state.markers.commit([decide(feed(20, 20, at: now), Marker(key: small)).marker])
    let head = best(10) { for _ in 0..<1000 { _ = state.markers.head(small) } }
    print("an unchanged document of 1,000 entries: \(unchanged) ms (bar 5)")
    print("a wholly new one: \(new) ms (bar 100)")
    print(
        "reading its marker of \(full.memory.records.count) records: \(load) ms (bar 10), writing: \(commit) ms"
    )
    print("the head of a marker of 20 entries: \(head) us")
}

func commitBench() throws {
    let arguments = CommandLine.arguments
    guard let count = Int(arguments[3]), let group = Int(arguments[4]) else { exit(64) }
    let state = try StateFolder(arguments[2], access: .writing)
    var base = decide(feed(20, 20, at: now), Marker(key: FeedKey(url: "x"))).marker
    let markers = (0..<count).map { number in
        base.key = FeedKey(url: "https://bench.example.org/\(number)")
        return base
    }
    let start = seconds(CLOCK_MONOTONIC)
    for first in stride(from: 0, to: count, by: group) {
        try state.markers.commit(Array(markers[first..<min(first + group, count)]))
    }
    print(seconds(CLOCK_MONOTONIC) - start)
}

if CommandLine.arguments[1] == "decide" { try decideBench() } else { try commitBench() }
