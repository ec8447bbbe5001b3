import Synchronization

/// Where the callers of a connection leave work for its thread.
final class PushMailbox: Sendable {
    /// Requests that one caller waits for.
    struct Batch: Sendable {
        var requests: [PushRequest]
        var reply: CheckedContinuation<[PushOutcome], Never>
    }

    /// What the callers want beside sending.
    enum Wish: Int, Sendable {
        case run
        /// End when what was accepted has ended.
        case drain
        case close
    }

    private struct State {
        var batches: [Batch] = []
        var wish = Wish.run
        var fault: PushError?
        var isEnded = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    let wakeUp = WakeUp()

    /// Why no more requests are taken; nil while they are.
    var fault: PushError? {
        state.withLock { $0.fault ?? ($0.wish == .run ? nil : .closed) }
    }

    /// Leaves a batch, or answers it at once where the connection takes no more.
    func post(_ batch: Batch) {
        let fault = state.withLock { state -> PushError? in
            if let fault = state.fault ?? (state.wish == .run ? nil : .closed) { return fault }
            state.batches.append(batch)
            return nil
        }
        guard let fault else { return wakeUp.signal() }
        batch.reply.resume(returning: batch.requests.map { _ in .unprocessed(fault) })
    }

    func wish(_ wish: Wish) {
        state.withLock { if wish.rawValue > $0.wish.rawValue { $0.wish = wish } }
        wakeUp.signal()
    }

    /// For the thread: everything left since the last call.
    func take() -> (batches: [Batch], wish: Wish) {
        state.withLock { state in
            defer { state.batches = [] }
            return (state.batches, state.wish)
        }
    }

    /// For the thread: no more batches are taken from now on.
    func refuse(_ fault: PushError) {
        state.withLock { $0.fault = $0.fault ?? fault }
    }

    /// For the thread: it is over.
    func end() {
        let waiters = state.withLock { state in
            state.isEnded = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns when the thread is over.
    func ended() async {
        await withCheckedContinuation { waiter in
            let isEnded = state.withLock { state in
                if !state.isEnded { state.waiters.append(waiter) }
                return state.isEnded
            }
            if isEnded { waiter.resume() }
        }
    }
}
