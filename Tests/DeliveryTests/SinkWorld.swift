import FeedModel
import Synchronization
import Transport

@testable import Delivery

/// What sinks get of the world in tests: a clock that is moved by hand, state in memory, notices kept.
final class SinkWorld: Sendable {
    private struct Inner {
        var now = Sample.time
        var state: [String: JSONValue] = [:]
        var notices: [Failure] = []
        var console: [UInt8] = []
    }

    private let inner = Mutex(Inner())
    let transfers = TransferLoop()

    deinit { transfers.shutdown() }

    var now: Timestamp {
        get { inner.withLock { $0.now } }
        set { inner.withLock { $0.now = newValue } }
    }
    var notices: [Failure] { inner.withLock { $0.notices } }
    var console: String { inner.withLock { String(decoding: $0.console, as: UTF8.self) } }
    func state(_ sink: String) -> JSONValue? { inner.withLock { $0.state[sink] } }

    func setState(_ sink: String, _ state: JSONValue) { inner.withLock { $0.state[sink] = state } }

    var environment: SinkEnvironment {
        SinkEnvironment(
            transfers: transfers, version: "1.2.3", now: { self.now },
            writeConsole: { bytes in self.inner.withLock { $0.console += bytes } },
            loadState: { self.state($0) },
            saveState: { sink, state in self.setState(sink, state) },
            notice: { _, failure in self.inner.withLock { $0.notices.append(failure) } })
    }
}

extension DeliveryOutcome {
    var isDelivered: Bool { if case .delivered = self { true } else { false } }
    var isRetry: Bool { if case .retry = self { true } else { false } }
    var isRefused: Bool { if case .refused = self { true } else { false } }
    var isSuspended: Bool { if case .suspended = self { true } else { false } }
    /// Which case it is.
    var word: String {
        switch self {
        case .delivered: "delivered"
        case .deliveredExcept: "deliveredExcept"
        case .aside: "aside"
        case .retry: "retry"
        case .refused: "refused"
        case .suspended: "suspended"
        case .stopped: "stopped"
        case .untried: "untried"
        }
    }
    /// Message and hint of a failure.
    var text: String {
        switch self {
        case .delivered(let note): note ?? ""
        case .untried: ""
        case .retry(let failure, _), .refused(let failure), .suspended(let failure), .stopped(let failure),
            .deliveredExcept(let failure), .aside(let failure, _, _):
            failure.description
        }
    }
}

extension [DeliveryOutcome] {
    /// Whether all are of a kind.
    func all(_ test: (DeliveryOutcome) -> Bool) -> Bool { !contains { !test($0) } }
}
