internal import Glibc
internal import Synchronization

/// The child processes that run now, each with the process group it leads, so that none outlives a stop.
public final class ChildGroups: Sendable {
    private struct State {
        var leaders: Set<pid_t> = []
        var isEnding = false
    }

    /// Those of this process.
    public static let shared = ChildGroups()

    private let state = Mutex(State())

    public init() {}

    /// Asks all children to end, as if their time were up: SIGTERM to their groups, a second later SIGKILL.
    ///
    /// Those that start later are asked at once.
    public func end() {
        state.withLock { $0.isEnding = true }
    }

    /// Ends all children with their groups at once.
    public func kill() {
        state.withLock { state in
            for leader in state.leaders { _ = Glibc.kill(-leader, SIGKILL) }
        }
    }

    var isEnding: Bool { state.withLock { $0.isEnding } }

    func add(_ leader: pid_t) {
        state.withLock { _ = $0.leaders.insert(leader) }
    }

    func remove(_ leader: pid_t) {
        state.withLock { _ = $0.leaders.remove(leader) }
    }
}

/// The end of one child: waiting for it, and ending it with all its own children once its time is up.
struct ChildEnding {
    private let process: pid_t
    private let groups: ChildGroups
    private let deadline: ContinuousClock.Instant
    private let clock = ContinuousClock()
    private(set) var cause: ChildResult.Cause = .itself
    /// How long a group may take to end after SIGTERM.
    private static let grace = Duration.seconds(1)

    init(of process: pid_t, in groups: ChildGroups, deadline: ContinuousClock.Instant) {
        self.process = process
        self.groups = groups
        self.deadline = deadline
        groups.add(process)
    }

    /// Whether it must end now.
    var isDue: Bool { clock.now >= deadline || groups.isEnding }

    /// Whether the child itself has ended, whatever its own children do; it stays to be reaped.
    var hasEnded: Bool {
        var info = unsafe siginfo_t()
        let code = unsafe waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT)
        return code == 0 && (unsafe info.si_signo) != 0
    }

    /// Waits for the end, or brings it about once it is due.
    ///
    /// - Returns: the status as wait(2) gives it.
    mutating func await() -> Int32 {
        defer { groups.remove(process) }
        var pause: useconds_t = 500
        while !isDue {
            if let status = reaped() { return status }
            Self.rest(&pause)
        }
        // It may have ended in the last moment, with success.
        if hasEnded, let status = reaped() { return status }
        cause = groups.isEnding ? .stop : .timeLimit
        return end()
    }

    /// SIGTERM to the group, and SIGKILL to whoever of it is left after the grace.
    private func end() -> Int32 {
        kill(-process, SIGTERM)
        let limit = clock.now + Self.grace
        var status: Int32?
        var pause: useconds_t = 500
        while clock.now < limit {
            status = status ?? reaped()
            // Without its leader the group lasts as long as anybody is in it.
            if status != nil, kill(-process, 0) < 0 { break }
            Self.rest(&pause)
        }
        kill(-process, SIGKILL)
        while status == nil {
            status = reaped()
            Self.rest(&pause)
        }
        return status ?? -1
    }

    private func reaped() -> Int32? {
        var status: Int32 = 0
        let ended = unsafe waitpid(process, &status, WNOHANG)
        if ended == process { return status }
        return ended < 0 && errno != EINTR ? -1 : nil
    }

    private static func rest(_ pause: inout useconds_t) {
        usleep(pause)
        pause = min(pause * 2, 20_000)
    }
}
