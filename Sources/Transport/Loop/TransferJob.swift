internal import Synchronization

typealias TransferResult = Result<HTTPResponse, TransferError>

/// One piece of work on its way to the loop thread, and the one who waits for it.
final class TransferJob: Sendable {
    enum Kind: Sendable {
        case http(RequestBox)
        /// One that was held on its way.
        case onward(OnwardRequest)
        case mail(MailEnvelope)
        case mqtt(MQTTMessage)
    }

    let kind: Kind
    /// Set once, by any thread: a cancel may come before the start or after the end.
    private let cancelled = Atomic(false)
    private let waiter = Mutex<(@Sendable (sending TransferResult) -> Void)?>(nil)

    init(_ kind: Kind) {
        self.kind = kind
    }

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    func cancel() {
        cancelled.store(true, ordering: .releasing)
    }

    /// Sets who is told of the end; before the job is handed over.
    func whenFinished(_ tell: @escaping @Sendable (sending TransferResult) -> Void) {
        waiter.withLock { $0 = tell }
    }

    /// Tells the waiter, the first time it is called.
    func finish(_ result: TransferResult) {
        let tell = waiter.withLock { waiter in
            defer { waiter = nil }
            return waiter
        }
        tell?(result)
    }
}
