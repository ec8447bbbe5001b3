/// When which feed is polled: a heap of due times over feed slots, and the hosts that must not be crowded.
///
/// It knows neither clocks nor feeds: times are monotonic, counted from any fixed moment (never wall-clock times, which
/// may step), and a feed is the slot number that ``add(host:due:)`` gave it. About 30 bytes a feed and 60 a host.
public struct PollSchedule: Sendable {
    /// A place in the schedule.
    public typealias Slot = Int

    /// Requests at the same time to one host.
    public var perHost: Int
    /// The least time between the starts of two requests to one host.
    public var hostGap: Duration
    private var feeds: [Feed] = []
    private var free: [UInt32] = []
    private var due = DueHeap()
    private var hosts: [Host] = []
    private var hostNumbers: [String: UInt32] = [:]
    /// Feeds that are due and wait for their host, first come first served.
    private var queues: [UInt32: FeedQueue] = [:]
    /// When hosts with a queue may be asked again.
    private var openings = DueHeap()

    private struct Feed {
        var host: UInt32
        var phase: Phase
    }

    private enum Phase: UInt8 {
        case unused, idle, queued, running, removed
    }

    private struct Host {
        var running: Int32 = 0
        /// Feeds at this host.
        var feeds: Int32 = 0
        /// No request may start before this time: the gap, or a pause.
        var open: Int64 = .min
        var paused: Int64 = .min
    }

    private static let noHost = UInt32.max

    public init(perHost: Int = 1, hostGap: Duration = .zero) {
        self.perHost = max(1, perHost)
        self.hostGap = hostGap
    }

    /// The feeds that are scheduled, waiting or running.
    public private(set) var count = 0

    /// The polls begun and not yet ``finish(_:next:)``ed.
    public private(set) var runningCount = 0

    /// Takes a feed in; `host` as ``FeedHost/of(_:)`` gives it, nil for files; `due` nil never polls.
    public mutating func add(host: String?, due time: Duration?) -> Slot {
        let feed = Feed(host: number(of: host), phase: .idle)
        count(1, at: feed.host)
        let slot: UInt32
        if let reused = free.popLast() {
            slot = reused
            feeds[Int(slot)] = feed
        } else {
            slot = UInt32(feeds.count)
            feeds.append(feed)
        }
        count += 1
        if let time { due.set(slot, time.inMilliseconds) }
        return Int(slot)
    }

    /// Forgets a feed; a poll of it that is running still has to be finished.
    public mutating func remove(_ slot: Slot) {
        guard feeds.indices.contains(slot) else { return }
        switch feeds[slot].phase {
        case .unused, .removed: return
        case .running: feeds[slot].phase = .removed
        case .idle:
            due.remove(UInt32(slot))
            release(slot)
        case .queued:
            queues[feeds[slot].host]?.remove(UInt32(slot))
            release(slot)
        }
        count -= 1
    }

    /// Moves an idle or waiting feed to another time, or (nil) out of the schedule; running ones keep their finish.
    public mutating func reschedule(_ slot: Slot, due time: Duration?) {
        guard feeds.indices.contains(slot), feeds[slot].phase == .idle || feeds[slot].phase == .queued else {
            return
        }
        if feeds[slot].phase == .queued {
            queues[feeds[slot].host]?.remove(UInt32(slot))
            feeds[slot].phase = .idle
        }
        if let time { due.set(UInt32(slot), time.inMilliseconds) } else { due.remove(UInt32(slot)) }
    }

    /// Gives a feed another host, after its address changed.
    public mutating func setHost(_ slot: Slot, _ host: String?) {
        let new = number(of: host)
        guard feeds.indices.contains(slot), feeds[slot].host != new, feeds[slot].phase != .running else {
            return
        }
        let wasQueued = feeds[slot].phase == .queued
        if wasQueued { reschedule(slot, due: .zero) }
        count(-1, at: feeds[slot].host)
        feeds[slot].host = new
        count(1, at: new)
    }

    /// Whether a connection to a feed's host, of which `limit` can be kept, is likely to be used again: by another feed
    /// of the host, or because there are few hosts in all.
    public func isConnectionReusable(_ slot: Slot, limit: Int) -> Bool {
        guard hostNumbers.count > limit, feeds.indices.contains(slot) else { return true }
        let host = feeds[slot].host
        return host == Self.noHost || hosts[Int(host)].feeds > 1
    }

    /// The next feed to poll, which counts as running from now on; nil when nothing may start just now.
    public mutating func takeDue(now: Duration) -> Slot? {
        let now = now.inMilliseconds
        while let (host, time) = openings.first, time <= now {
            openings.removeFirst()
            if let slot = startQueued(of: host, now) { return slot }
        }
        while let (slot, time) = due.first, time <= now {
            due.removeFirst()
            let host = feeds[Int(slot)].host
            if mayStart(host, now), queues[host] == nil {
                start(slot, now)
                return Int(slot)
            }
            feeds[Int(slot)].phase = .queued
            queues[host, default: FeedQueue()].append(slot)
            noteOpening(host)
        }
        return nil
    }

    /// When ``takeDue(now:)`` may next give something; nil when only the end of a poll can change that.
    public var nextWake: Duration? {
        guard let next = due.first?.time else { return openings.first.map { .milliseconds($0.time) } }
        return .milliseconds(min(next, openings.first?.time ?? next))
    }

    /// Ends a running poll; `next` nil stops polling the feed, which stays known.
    public mutating func finish(_ slot: Slot, next: Duration?) {
        guard feeds.indices.contains(slot), feeds[slot].phase == .running || feeds[slot].phase == .removed
        else {
            return
        }
        runningCount -= 1
        let host = feeds[slot].host
        if host != Self.noHost {
            hosts[Int(host)].running -= 1
            noteOpening(host)
        }
        if feeds[slot].phase == .removed {
            release(slot)
            return
        }
        feeds[slot].phase = .idle
        if let next { due.set(UInt32(slot), next.inMilliseconds) }
    }

    /// Lets no request to a host start before a time; an earlier pause that lasts longer stays.
    public mutating func pause(host: String, until time: Duration) {
        let number = number(of: host)
        guard number != Self.noHost else { return }
        hosts[Int(number)].paused = max(hosts[Int(number)].paused, time.inMilliseconds)
        noteOpening(number)
    }

    /// The hosts that are paused beyond a time, and until when.
    public func pauses(after now: Duration) -> [(host: String, until: Duration)] {
        let now = now.inMilliseconds
        return hostNumbers.compactMap { host, number in
            let until = hosts[Int(number)].paused
            return until > now ? (host, .milliseconds(until)) : nil
        }
    }

    /// Makes all idle feeds due that are scheduled at all; pauses and gaps of hosts hold.
    public mutating func pollNow(now: Duration) {
        due.moveAll(to: now.inMilliseconds)
    }
}

extension PollSchedule {
    private mutating func number(of host: String?) -> UInt32 {
        guard let host else { return Self.noHost }
        if let known = hostNumbers[host] { return known }
        let number = UInt32(hosts.count)
        hosts.append(Host())
        hostNumbers[host] = number
        return number
    }

    private mutating func count(_ change: Int32, at host: UInt32) {
        if host != Self.noHost { hosts[Int(host)].feeds += change }
    }

    private func opening(of host: UInt32) -> Int64 {
        max(hosts[Int(host)].open, hosts[Int(host)].paused)
    }

    private func mayStart(_ host: UInt32, _ now: Int64) -> Bool {
        host == Self.noHost || Int(hosts[Int(host)].running) < perHost && opening(of: host) <= now
    }

    private mutating func start(_ slot: UInt32, _ now: Int64) {
        let host = feeds[Int(slot)].host
        feeds[Int(slot)].phase = .running
        runningCount += 1
        guard host != Self.noHost else { return }
        hosts[Int(host)].running += 1
        hosts[Int(host)].open = now + hostGap.inMilliseconds
    }

    private mutating func startQueued(of host: UInt32, _ now: Int64) -> Slot? {
        guard mayStart(host, now), let slot = queues[host]?.popFirst() else {
            noteOpening(host)
            return nil
        }
        start(slot, now)
        noteOpening(host)
        return Int(slot)
    }

    /// Notes when a host with a queue opens, unless the end of one of its polls must come first.
    private mutating func noteOpening(_ host: UInt32) {
        guard queues[host]?.isEmpty == false, Int(hosts[Int(host)].running) < perHost else {
            if queues[host]?.isEmpty == true { queues[host] = nil }
            openings.remove(host)
            return
        }
        openings.set(host, opening(of: host))
    }

    private mutating func release(_ slot: Slot) {
        count(-1, at: feeds[slot].host)
        feeds[slot].phase = .unused
        free.append(UInt32(slot))
    }
}

extension Duration {
    /// Whole milliseconds, held within 64 bits.
    fileprivate var inMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return overflow ? (seconds < 0 ? .min / 2 : .max / 2) : product + attoseconds / 1_000_000_000_000_000
    }
}
