internal import FeedModel
internal import Markers
internal import Polling

extension WatchLoop {
    /// Takes feeds in: what is stored of each decides when it is polled first.
    func add(_ list: [WatchedFeed?]) {
        let now = clock.now()
        // A million feeds must not be in memory twice.
        let isFirst = feeds.isEmpty
        if isFirst { feeds = list }
        let elapsed = clock.elapsed()
        let dueCount = settings.isOnce ? 0 : list.count { $0.map { due($0, now: now) == .now } ?? false }
        var dueIndex = 0
        for case let feed? in list {
            var time: Duration?
            switch due(feed, now: now) {
            case .never: time = nil
            case .after(let wait): time = elapsed + wait
            case .now where settings.isOnce: time = elapsed
            case .now:
                let delay = rules(for: feed.subscription).delay
                time = elapsed + FirstPolls.wait(index: dueIndex, of: dueCount, delay: delay)
                dueIndex += 1
            }
            let slot = plan(feed, due: time, now: now)
            guard !isFirst else { continue }
            while feeds.count <= slot { feeds.append(nil) }
            feeds[slot] = feed
        }
    }

    private func plan(_ feed: WatchedFeed, due time: Duration?, now: Timestamp) -> PollSchedule.Slot {
        let host = FeedHost.of(feed.poll.movedURL ?? feed.subscription.url)
        let slot = schedule.add(host: host, due: time)
        if let host, let until = feed.poll.hostPausedUntil, until > now, !wasAhead(feed.poll, now: now) {
            schedule.pause(host: host, until: clock.elapsed() + (until - now))
        }
        return slot
    }

    private enum Due: Equatable {
        case now
        case after(Duration)
        case never
    }

    /// When a feed is polled first: a restart polls nothing early, and a clock that was wrong delays nothing for long.
    private func due(_ feed: WatchedFeed, now: Timestamp) -> Due {
        if feed.subscription.isPaused || feed.poll.goneSince != nil { return .never }
        guard let next = feed.poll.nextPoll, !wasAhead(feed.poll, now: now) else { return .now }
        let isOrdinary = feed.poll.nextPollReason == nil
        let delay = rules(for: feed.subscription).delay
        let longest = isOrdinary ? delay : max(delay, .seconds(86_400)) * 1.1
        var wait = min(next - now, longest)
        if isOrdinary, settings.isOnce, !settings.honoursDelayOnce, feed.subscription.delay == nil {
            wait = .zero
        }
        if wait <= .zero, !feed.subscription.ignoresHints {
            // Late, or at the caller's own hour: the publisher's closed hours count all the same.
            wait = PollFloor.opening(hints: feed.poll.hints, now: now, planned: next) - now
        }
        if wait <= .zero { return .now }
        return settings.isOnce ? .never : .after(wait)
    }

    /// Whether times were stored by a clock that ran ahead: nobody knows how long they are over.
    private func wasAhead(_ poll: PollState, now: Timestamp) -> Bool {
        poll.lastPoll.map { $0 - now > .seconds(3600) } ?? false
    }

    /// Takes over a new list: feeds that stay keep their timing, those that changed are asked when their new delay
    /// says, new ones soon.
    func replace(with list: [WatchedFeed?]) {
        let now = clock.now()
        var slots: [FeedKey: PollSchedule.Slot] = [:]
        var byURL: [String: PollSchedule.Slot] = [:]
        for (slot, feed) in feeds.enumerated() {
            guard let feed else { continue }
            slots[feed.key] = slot
            byURL[feed.subscription.url] = slot
        }
        var kept: Set<PollSchedule.Slot> = []
        var added: [WatchedFeed] = []
        for case let feed? in list {
            guard let slot = slots[feed.key] ?? byURL[feed.subscription.url], kept.insert(slot).inserted
            else {
                added.append(feed)
                continue
            }
            update(slot, feed.subscription, now: now)
        }
        for slot in feeds.indices where feeds[slot] != nil && !kept.contains(slot) {
            feeds[slot] = nil
            held[slot] = nil
            schedule.remove(slot)
        }
        add(added)
    }

    /// Takes over everything of a new feeds.json.
    func take(_ list: [WatchedFeed?], settings: Settings, routes: SinkRoutes, _ file: SubscriptionList) async
    {
        self.settings = settings
        visitor = visitor.with(routes)
        schedule.perHost = file.perHost
        schedule.hostGap = file.hostGap
        replace(with: list)
        bell.ring()
    }

    private func update(_ slot: PollSchedule.Slot, _ subscription: Subscription, now: Timestamp) {
        guard var feed = feeds[slot], feed.subscription != subscription else { return }
        let old = feed.subscription
        feed.subscription = subscription
        feeds[slot] = feed
        guard old.delay != subscription.delay || old.isPaused != subscription.isPaused else { return }
        switch due(feed, now: now) {
        case .never: schedule.reschedule(slot, due: nil)
        case .now: schedule.reschedule(slot, due: clock.elapsed())
        case .after(let wait):
            // A shorter delay counts from the last poll, not from when the longer one would have ended.
            let sinceLast = feed.poll.lastPoll.map { now - $0 } ?? .zero
            let ordinary = max(.zero, rules(for: subscription).delay - sinceLast)
            let isOrdinary = feed.poll.nextPollReason == nil
            schedule.reschedule(slot, due: clock.elapsed() + (isOrdinary ? min(wait, ordinary) : wait))
        }
    }

    /// Goes on with the pauses of hosts that a run before had noted; one that is longer than any can be was noted by a
    /// clock that ran ahead.
    func resume(_ pauses: [String: Timestamp]) {
        let now = clock.now()
        for (host, until) in pauses where until > now && until - now <= .seconds(86_400) * 1.1 {
            schedule.pause(host: host, until: clock.elapsed() + (until - now))
        }
    }

    /// Notes every feed's poll times and the pauses of hosts, for the restart.
    func note(in book: inout PollBook) {
        let (now, elapsed) = (clock.now(), clock.elapsed())
        for (host, until) in schedule.pauses(after: elapsed) { book.pauses[host] = now + (until - elapsed) }
        for feed in feeds { if let feed { book.note(feed.poll, of: feed.key) } }
    }

    var failing: Int { feeds.count { ($0?.poll.failures ?? 0) > 0 } }
}
