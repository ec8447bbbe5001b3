import FeedModel
import Synchronization

/// Delivers a batch so that order is kept for each feed, while feeds need not wait for each other.
enum Lanes {
    /// The announcements of one feed, by their places in the batch.
    private typealias Lane = [Int]

    /// Gives one outcome an announcement, in their order.
    ///
    /// After the first that asks to wait nothing new is begun: what was not tried shares its outcome, so a dead
    /// receiver is asked once, or once a lane. When the program stops, what was not begun is left untried.
    ///
    /// - Parameter width: how many feeds are served at a time.
    static func deliver(
        _ batch: [Announcement], width: Int = 1, progress: DeliveryProgress = .none,
        _ send: @escaping @Sendable (Announcement) async -> DeliveryOutcome
    ) async -> [DeliveryOutcome] {
        let board = Board(count: batch.count)
        let lanes = lanes(of: batch, width: width)
        await withTaskGroup(of: Void.self) { group in
            for lane in lanes {
                group.addTask {
                    for place in lane {
                        if board.isHeld || progress.isStopping() { return }
                        let outcome = await send(batch[place])
                        board.note(outcome, at: place)
                        await progress.ended(place, outcome)
                    }
                }
            }
            await group.waitForAll()
        }
        return board.outcomes
    }

    /// A feed's announcements stay in one lane, in their order.
    private static func lanes(of batch: [Announcement], width: Int) -> [Lane] {
        guard width > 1 else { return [Array(batch.indices)] }
        var lanes: [Lane] = []
        var laneOfFeed: [String: Int] = [:]
        for (place, announcement) in batch.enumerated() {
            let feed = announcement.feed.url
            let lane = laneOfFeed[feed] ?? (laneOfFeed.count % width)
            laneOfFeed[feed] = lane
            if lane == lanes.count { lanes.append([]) }
            lanes[lane].append(place)
        }
        return lanes
    }

    /// What the lanes have done.
    private final class Board: Sendable {
        private struct State {
            var outcomes: [DeliveryOutcome?]
            var hold: DeliveryOutcome?
        }

        private let state: Mutex<State>

        init(count: Int) { state = Mutex(State(outcomes: Array(repeating: nil, count: count))) }

        var isHeld: Bool { state.withLock { $0.hold != nil } }

        func note(_ outcome: DeliveryOutcome, at place: Int) {
            state.withLock { state in
                state.outcomes[place] = outcome
                switch outcome {
                case .retry, .suspended, .stopped: state.hold = state.hold ?? outcome
                case .delivered, .deliveredExcept, .aside, .refused, .untried: break
                }
            }
        }

        var outcomes: [DeliveryOutcome] {
            state.withLock { state in
                state.outcomes.map { $0 ?? state.hold ?? .untried }
            }
        }
    }
}
