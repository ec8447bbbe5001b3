/// Names a request of a batch: which batch, and which place in it.
struct PushTag: Hashable {
    var batch: Int
    var index: Int
}

/// Which request belongs to which caller, what waits and what ended; a caller is answered when all of its ended.
struct PushLedger {
    private final class Open {
        let requests: [PushRequest]
        let reply: CheckedContinuation<[PushOutcome], Never>
        var outcomes: [PushOutcome?]
        var left: Int
        /// The first request that was not sent yet.
        var next = 0

        init(_ batch: PushMailbox.Batch) {
            requests = batch.requests
            reply = batch.reply
            outcomes = Array(repeating: nil, count: requests.count)
            left = requests.count
        }
    }

    private var open: [Int: Open] = [:]
    private var lastBatch = 0
    /// The batches with requests that were not sent yet.
    private var queue: [Int] = []
    /// How many requests were not sent yet.
    private(set) var waiting = 0

    mutating func add(_ batch: PushMailbox.Batch) {
        guard !batch.requests.isEmpty else { return batch.reply.resume(returning: []) }
        lastBatch += 1
        open[lastBatch] = Open(batch)
        queue.append(lastBatch)
        waiting += batch.requests.count
    }

    /// The size of the next request's body.
    var nextSize: Int {
        guard let first = queue.first, let batch = open[first] else { return 0 }
        return batch.requests[batch.next].body.count
    }

    /// The next request to send and the tag to report its end under.
    mutating func next() -> (request: PushRequest, tag: PushTag)? {
        guard let first = queue.first, let batch = open[first] else { return nil }
        let index = batch.next
        batch.next += 1
        waiting -= 1
        skipEnded(of: batch, first)
        return (batch.requests[index], PushTag(batch: first, index: index))
    }

    mutating func finish(_ tag: PushTag, _ outcome: PushOutcome) {
        guard let batch = open[tag.batch], batch.outcomes[tag.index] == nil else { return }
        batch.outcomes[tag.index] = outcome
        batch.left -= 1
        if case .answered(let response) = outcome, ![200, 404, 405, 413].contains(response.status) {
            holdBack(batch.requests[tag.index].path, of: batch, tag.batch)
        }
        guard batch.left == 0 else { return }
        open[tag.batch] = nil
        batch.reply.resume(returning: batch.outcomes.map { $0 ?? .unprocessed(.closed) })
    }

    private mutating func holdBack(_ path: String, of batch: Open, _ number: Int) {
        for index in batch.next..<batch.requests.count
        where batch.outcomes[index] == nil && batch.requests[index].path == path {
            batch.outcomes[index] = .unprocessed(.heldBack)
            batch.left -= 1
            waiting -= 1
        }
        skipEnded(of: batch, number)
    }

    /// Goes on to the next request that must still be sent.
    private mutating func skipEnded(of batch: Open, _ number: Int) {
        while batch.next < batch.requests.count, batch.outcomes[batch.next] != nil { batch.next += 1 }
        if batch.next == batch.requests.count { queue.removeAll { $0 == number } }
    }

    /// Ends everything that was not sent.
    mutating func returnWaiting(_ reason: PushError) {
        let rest = queue
        queue = []
        waiting = 0
        for number in rest {
            guard let batch = open[number] else { continue }
            let places = batch.next..<batch.requests.count
            batch.next = batch.requests.count
            for index in places { finish(PushTag(batch: number, index: index), .unprocessed(reason)) }
        }
    }
}
