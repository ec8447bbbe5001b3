internal import FeedModel

/// Which feeds owe something to one sink, in the order they are to be served.
///
/// A feed stands in one place only: ready, in flight, or waiting for a moment.
struct SinkQueue<Key: Hashable> {
    private var ready: [Key] = []
    private var head = 0
    private var waiting: [Key: Timestamp] = [:]
    private var members: Set<Key> = []

    var isEmpty: Bool { members.isEmpty }
    /// All feeds that owe something.
    var all: Set<Key> { members }
    /// Feeds that owe something, in flight or not.
    var count: Int { members.count }

    /// Lets a feed owe something; one that stands here already stays where it is.
    mutating func add(_ key: Key) {
        if members.insert(key).inserted { ready.append(key) }
    }

    /// The next feed to serve; it is in flight until it is put back.
    mutating func take(at now: Timestamp) -> Key? {
        release(at: now)
        guard head < ready.count else { return nil }
        let key = ready[head]
        head += 1
        if head > 64, head * 2 > ready.count {
            ready.removeFirst(head)
            head = 0
        }
        return key
    }

    /// Puts a feed back: to be served at a moment, or not at all.
    mutating func put(_ key: Key, due: Timestamp?) {
        guard members.contains(key) else { return }
        if let due {
            waiting[key] = due
        } else {
            members.remove(key)
        }
    }

    /// When the next feed is to be served; nil when none waits.
    func nextDue(at now: Timestamp) -> Timestamp? {
        head < ready.count ? now : waiting.values.min()
    }

    /// Makes all that wait ready now.
    mutating func hasten() {
        ready.append(contentsOf: waiting.sorted { $0.value < $1.value }.map(\.key))
        waiting = [:]
    }

    private mutating func release(at now: Timestamp) {
        guard !waiting.isEmpty else { return }
        let due = waiting.filter { $0.value <= now }.sorted { $0.value < $1.value }
        for (key, _) in due {
            waiting[key] = nil
            ready.append(key)
        }
    }
}
