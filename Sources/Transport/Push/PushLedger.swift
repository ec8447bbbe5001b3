/// Which request belongs to which caller, what waits and what ended; a caller is answered when all of its ended.
struct PushLedger {
    private struct Open {
        var batch: PushMailbox.Batch
        var outcomes: [PushOutcome?]
        var left: Int
    }

    private struct Place {
        var batch: Int
        var index: Int
    }

    private var open: [Int: Open] = [:]
    private var places: [Int: Place] = [:]
    private var lastBatch = 0
    private var lastTag = 0
    /// The batches with requests that were not sent yet, and how far each is.
    private var queue: [(batch: Int, next: Int)] = []
    /// How many requests were not sent yet.
    private(set) var waiting = 0

    mutating func add(_ batch: PushMailbox.Batch) {
        guard !batch.requests.isEmpty else { return batch.reply.resume(returning: []) }
        lastBatch += 1
        open[lastBatch] = Open(
            batch: batch, outcomes: Array(repeating: nil, count: batch.requests.count),
            left: batch.requests.count)
        queue.append((lastBatch, 0))
        waiting += batch.requests.count
    }

    /// The size of the next request's body.
    var nextSize: Int {
        guard let first = queue.first else { return 0 }
        return open[first.batch]?.batch.requests[first.next].body.count ?? 0
    }

    /// The next request to send and the tag to report its end under.
    mutating func next() -> (request: PushRequest, tag: Int)? {
        guard let first = queue.first, let batch = open[first.batch] else { return nil }
        let request = batch.batch.requests[first.next]
        lastTag += 1
        places[lastTag] = Place(batch: first.batch, index: first.next)
        queue[0].next += 1
        if queue[0].next == batch.batch.requests.count { queue.removeFirst() }
        waiting -= 1
        return (request, lastTag)
    }

    mutating func finish(_ tag: Int, _ outcome: PushOutcome) {
        guard let place = places.removeValue(forKey: tag) else { return }
        settle(place, outcome)
    }

    /// Ends everything that was not sent.
    mutating func returnWaiting(_ reason: PushError) {
        let rest = queue
        queue = []
        waiting = 0
        for (batch, next) in rest {
            guard let count = open[batch]?.outcomes.count else { continue }
            for index in next..<count { settle(Place(batch: batch, index: index), .unprocessed(reason)) }
        }
    }

    private mutating func settle(_ place: Place, _ outcome: PushOutcome) {
        open[place.batch]?.outcomes[place.index] = outcome
        open[place.batch]?.left -= 1
        guard let ended = open[place.batch], ended.left == 0 else { return }
        open[place.batch] = nil
        ended.batch.reply.resume(returning: ended.outcomes.map { $0 ?? .unprocessed(.closed) })
    }
}
