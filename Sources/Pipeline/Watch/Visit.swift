internal import FeedModel
internal import Polling
internal import Synchronization
internal import Transport

/// A visit that is under way: whom it asks for what, and since when.
final class Visit: Sendable {
    let slot: PollSchedule.Slot
    let feed: WatchedFeed
    let rules: PollRules
    let request: RequestBox
    /// When the visit began; intervals count from here.
    let started: Timestamp
    /// When this request was handed over, by the monotonic clock.
    let begun: Duration

    init(
        slot: PollSchedule.Slot, feed: WatchedFeed, rules: PollRules, request: RequestBox, started: Timestamp,
        begun: Duration
    ) {
        self.slot = slot
        self.feed = feed
        self.rules = rules
        self.request = request
        self.started = started
        self.begun = begun
    }
}

/// The outcomes of requests on their way from the transfer loop to the watch.
final class Arrivals: Sendable {
    typealias Outcome = Result<HTTPResponse, TransferError>

    private let list = Mutex<[(visit: Visit, outcome: Outcome)]>([])

    var isEmpty: Bool { list.withLock(\.isEmpty) }

    func put(_ visit: Visit, _ outcome: Outcome) {
        list.withLock { $0.append((visit, outcome)) }
    }

    func take() -> [(visit: Visit, outcome: Outcome)] {
        list.withLock { list in
            defer { list.removeAll() }
            return list
        }
    }
}

/// What is left to do of a visit once its answer was looked at.
enum VisitRest: Sendable {
    /// Nothing: most polls bring nothing.
    case nothing(VisitResult)
    case learn(Feed, VisitContext)
    case settle(PollSettlement, VisitContext)
}

/// The rest of a visit on its way into a task, which takes it out: a task keeps what it captured to its end, and a
/// document must not wait in memory for a commit.
final class Unfinished: Sendable {
    private let rest: Mutex<VisitRest?>

    init(_ rest: consuming VisitRest) {
        self.rest = Mutex(rest)
    }

    /// Gives it; nil from the second time on.
    func take() -> VisitRest? { rest.withLock { $0.take() } }
}
