public import FeedModel
internal import Host
internal import Synchronization

/// The times a run goes by: the wall's for what is stored and said, a monotonic one for waiting.
///
/// Tests give their own.
public struct HeraldClock: Sendable {
    /// The wall clock.
    public var now: @Sendable () -> Timestamp
    /// Time since some fixed moment; it never jumps, and a machine's sleep counts.
    public var elapsed: @Sendable () -> Duration
    /// Waits; returns early when the task is cancelled.
    public var sleep: @Sendable (Duration) async -> Void
    /// A number from 0 to 1 to spread what would else happen at once.
    public var jitter: @Sendable () -> Double

    public init(
        now: @escaping @Sendable () -> Timestamp, elapsed: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async -> Void,
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) {
        self.now = now
        self.elapsed = elapsed
        self.sleep = sleep
        self.jitter = jitter
    }

    /// The machine's clocks.
    public static let system: HeraldClock = {
        let start = ContinuousClock.now
        // Spreads polls and retries; the system's generator would cost a system call a number.
        let numbers = Mutex(UInt64.random(in: .min ... .max))
        return HeraldClock(
            now: { Timestamp(milliseconds: WallClock.milliseconds()) },
            elapsed: { start.duration(to: .now) },
            sleep: { try? await Task.sleep(for: $0, clock: .continuous) },
            jitter: {
                numbers.withLock { state in
                    // Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
                    state &+= 0x9E37_79B9_7F4A_7C15
                    var bits = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
                    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
                    return Double((bits ^ bits >> 31) >> 11) / 9_007_199_254_740_991
                }
            })
    }()
}
