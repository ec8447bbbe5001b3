internal import FeedModel
internal import Markers
internal import Polling

/// A document to be learned, with all that decides what it means.
struct Lesson: Sendable {
    let document: Feed
    let key: FeedKey
    /// The name users see.
    let name: String
    let settings: NoveltySettings
    /// The feed's own list of sinks; nil means all.
    let listed: [String]?
    let routes: SinkRoutes
    let now: Timestamp

    var reference: FeedReference {
        FeedReference(
            name: name, url: URLMask.masked(key.url), title: document.title, link: document.link)
    }
}

extension MarkerDesk {
    /// Decides what of a document is new, owes it, and commits everything in one step: what was seen, what is owed,
    /// and the validators that came with it.
    ///
    /// The document is let go before the commit, which may take long while many feeds wait for it.
    ///
    /// - Parameter settling: makes the next poll state, given how many entries were new.
    func learn(
        _ lesson: consuming Lesson, settling: @Sendable (_ document: Feed, _ new: Int) -> PollSettlement
    ) async throws(StateError) -> (settlement: PollSettlement, new: Int) {
        let begun = clock.elapsed()
        let learned = try decide(lesson, settling: settling)
        _ = consume lesson
        counters.add(clock.elapsed() - begun, to: .markers)
        if let failure = await commit(learned.marker) { throw failure }
        remember(learned.lines)
        return (learned.settlement, learned.new)
    }

    /// What a lesson brought.
    private struct Learned {
        var marker: Marker
        var settlement: PollSettlement
        var new: Int
        var lines: [History.Line] = []
    }

    private func decide(
        _ lesson: Lesson, settling: (_ document: Feed, _ new: Int) -> PollSettlement
    ) throws(StateError) -> Learned {
        let decision = Novelty.decide(
            lesson.document, marker: try marker(lesson.key), now: lesson.now, settings: lesson.settings)
        let new = decision.announcements.count { $0.kind == .new } + decision.summarised.count
        var learned = Learned(
            marker: decision.marker, settlement: settling(lesson.document, new), new: new)
        learned.marker.title = lesson.document.title ?? learned.marker.title
        learned.marker.link = lesson.document.link ?? learned.marker.link
        learned.marker.poll = learned.settlement.state
        let reference = lesson.reference
        for news in decision.announcements {
            let sinks = lesson.routes.sinks(for: news.entry, kind: news.kind, listed: lesson.listed)
            learned.marker.outbox.owe(news, feed: reference, sinks: sinks, at: lesson.now)
            learned.lines.append(
                History.Line(news.entry, kind: news.kind, feed: reference, sinks: sinks, at: lesson.now))
        }
        for news in decision.summarised {
            learned.lines.append(
                History.Line(
                    news.entry, kind: news.kind, feed: reference, sinks: [], at: lesson.now,
                    isSummarised: true))
        }
        return learned
    }

    private func remember(_ lines: [History.Line]) {
        do {
            try state.history.append(lines)
        } catch {
            log.say(.warning, error.failure)
        }
    }

    /// Stores a poll state that a restart must know.
    func save(_ poll: PollState, of key: FeedKey) async {
        do {
            var marker = try marker(key)
            marker.poll = poll
            _ = await commit(marker)
        } catch {
            log.say(.error, error.failure, feed: key.name)
        }
    }

    /// Owes a message about a feed to its sinks.
    func announce(
        _ text: String, kind: AnnouncementKind, of key: FeedKey, feed: FeedReference, sinks: [String]
    ) async {
        let now = clock.now()
        do {
            var marker = try marker(key)
            var entry = Entry(id: "\(kind.rawValue)@\(now.rfc3339)")
            entry.title = text
            entry.published = now
            marker.outbox.owe(
                NoveltyDecision.News(entry: entry, kind: kind), feed: feed, sinks: sinks, at: now)
            _ = await commit(marker)
        } catch {
            log.say(.error, error.failure, feed: key.name)
        }
    }
}
