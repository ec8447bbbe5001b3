import Host
import Pipeline
import Synchronization

/// The line at the foot of a terminal that shows how far a long sweep is; all else is written above it.
final class ProgressLine: Sendable {
    private struct State {
        var shown = ""
        var last: HeraldProgress?
        var since: ContinuousClock.Instant?
        var start = HeraldProgress(feeds: 0, polled: 0, failed: 0, delivered: 0, owed: 0)
    }

    private let state = Mutex(State())
    let isOn: Bool

    /// - Parameter isOn: whether there is a terminal to show it on.
    init(isOn: Bool) {
        self.isOn = isOn
    }

    /// Runs a writer with the line out of the way, and puts it back.
    func around<Failure: Error>(_ write: () throws(Failure) -> Void) throws(Failure) {
        guard isOn else { return try write() }
        try state.withLock { state throws(Failure) in
            if !state.shown.isEmpty { Self.put("\r\u{1B}[K") }
            try write()
            if !state.shown.isEmpty { Self.put(state.shown) }
        }
    }

    /// Takes the line away.
    func clear() {
        guard isOn else { return }
        state.withLock { state in
            if !state.shown.isEmpty { Self.put("\r\u{1B}[K") }
            state.shown = ""
        }
    }

    /// Shows how far a run is while something moves; what has stood still for some seconds goes away.
    func show(_ progress: HeraldProgress, now: ContinuousClock.Instant = .now) {
        guard isOn else { return }
        state.withLock { state in
            let hasMoved = state.last.map {
                $0.polled != progress.polled || $0.delivered != progress.delivered
            }
            state.last = progress
            guard hasMoved == true else {
                if !state.shown.isEmpty { Self.put("\r\u{1B}[K") }
                state.shown = ""
                state.since = nil
                return
            }
            if state.since == nil { (state.since, state.start) = (now, progress) }
            let seconds = state.since.map { $0.duration(to: now) } ?? .zero
            let text = Self.text(progress, since: state.start, after: seconds)
            state.shown = DisplayWidth.cut(text, to: (StandardStream.errors.columns ?? 80) - 1)
            Self.put("\r\u{1B}[K" + state.shown)
        }
    }

    /// `polled 120 of 1000, 3 failed, 40/s, 22s left; delivered 17, 4 owed`.
    static func text(_ progress: HeraldProgress, since start: HeraldProgress, after time: Duration) -> String
    {
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
        let polled = progress.polled % max(1, progress.feeds)
        let round = polled == 0 && progress.polled > 0 ? progress.feeds : polled
        var text = "polled \(round) of \(progress.feeds)"
        if progress.failed > 0 { text += ", \(progress.failed) failed" }
        let rate = seconds > 0 ? Double(progress.polled - start.polled) / seconds : 0
        if rate >= 0.05 {
            text += ", \(rate < 10 ? "\((rate * 10).rounded() / 10)" : "\(Int(rate.rounded()))")/s"
            let left = Double(progress.feeds - round) / rate
            if left >= 1 { text += ", \(Int(left.rounded()))s left" }
        }
        if progress.delivered > 0 || progress.owed > 0 {
            text += "; delivered \(progress.delivered), \(progress.owed) owed"
        }
        return text
    }

    private static func put(_ text: String) {
        try? StandardStream.errors.write(Array(text.utf8))
    }
}
