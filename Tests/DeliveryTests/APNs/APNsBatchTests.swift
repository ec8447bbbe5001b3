import FeedModel
import Testing
import Transport

@testable import Delivery

struct APNsBatchTests {
    private let devices = [APNsDevice(token: "aa"), APNsDevice(token: "bb")]

    private func messages(_ count: Int) -> [Message] {
        (0..<count).map { AnnouncementText.message(for: Sample.announcement(number: $0)) }
    }

    private func answer(_ status: Int, _ reason: String? = nil, timestamp: Int64? = nil) -> PushOutcome {
        let time = timestamp.map { ",\"timestamp\":\($0)" } ?? ""
        let body = reason.map { Array("{\"reason\":\"\($0)\"\(time)}".utf8) } ?? []
        return .answered(PushResponse(status: status, body: body))
    }

    /// Runs a round in which every job ends as `outcome` says.
    private func round(_ batch: inout APNsBatch, _ outcome: (APNsBatch.Job) -> PushOutcome) {
        for job in batch.takeRound() {
            batch.record(job, outcome(job), renewalPause: .seconds(600), now: Timestamp(seconds: 0))
        }
    }

    @Test func `jobs go message by message to every device that lacks it`() {
        let two = messages(2)
        var state = APNsState()
        state.progress = [two[0].id: ["aa"]]
        var batch = APNsBatch(two, to: devices, state: state, now: Timestamp(seconds: 0))
        let jobs = batch.takeRound()
        #expect(jobs.map(\.message) == [0, 1, 1])
        #expect(jobs.map(\.device.token) == ["bb", "aa", "bb"])
        #expect(batch.pending.isEmpty)
    }

    @Test func `what is known to be unprocessed is sent again freely`() {
        var batch = APNsBatch(messages(1), to: devices, state: APNsState(), now: Timestamp(seconds: 0))
        for _ in 0..<5 {
            round(&batch) { _ in .unprocessed(.refused) }
            #expect(batch.pending.count == 2)
        }
        round(&batch) { _ in self.answer(200) }
        #expect(batch.pending.isEmpty && batch.hasSuccess)
        #expect(batch.outcomes(APNsState(), now: Timestamp(seconds: 0)) == [.delivered(note: nil)])
    }

    @Test func `an unknown outcome is tried three times, then put off`() {
        var batch = APNsBatch(messages(1), to: [devices[0]], state: APNsState(), now: Timestamp(seconds: 0))
        for left in [1, 1, 0] {
            round(&batch) { _ in .unknown(.reset(code: 2)) }
            #expect(batch.pending.count == left)
        }
        #expect(batch.outcomes(APNsState(), now: Timestamp(seconds: 0)).all(\.isRetry))
    }

    @Test func `an expired token is renewed once for the whole round, twice in a row is the clock's fault`() {
        var batch = APNsBatch(messages(2), to: devices, state: APNsState(), now: Timestamp(seconds: 0))
        round(&batch) { _ in self.answer(403, "ExpiredProviderToken") }
        #expect(batch.pending.count == 4 && batch.wish == .newToken && batch.suspended == nil)
        round(&batch) { _ in self.answer(403, "ExpiredProviderToken") }
        #expect(batch.suspended?.hint?.contains("clock") == true)
        #expect(batch.outcomes(APNsState(), now: Timestamp(seconds: 0)).all(\.isSuspended))
    }

    @Test func `a device that is gone is told once and its other jobs end`() {
        var batch = APNsBatch(messages(3), to: devices, state: APNsState(), now: Timestamp(seconds: 0))
        round(&batch) { job in
            job.device.token == "bb" ? self.answer(410, "Unregistered", timestamp: 7) : self.answer(200)
        }
        #expect(batch.dropped.count == 1 && batch.dropped.first?.since == 7)
        #expect(batch.outcomes(APNsState(), now: Timestamp(seconds: 0)).all(\.isDelivered))
    }

    @Test func `a refused token is its own fault only where another works`() {
        var alone = APNsBatch(messages(1), to: devices, state: APNsState(), now: Timestamp(seconds: 0))
        round(&alone) { _ in self.answer(400, "BadDeviceToken") }
        var before = alone
        alone.judge(hadSuccessBefore: false)
        #expect(
            alone.dropped.isEmpty
                && alone.outcomes(APNsState(), now: Timestamp(seconds: 0)).all(\.isSuspended))
        before.judge(hadSuccessBefore: true)
        #expect(before.dropped.isEmpty && before.suspended?.hint?.contains("sandbox") == true)
        var state = APNsState()
        let one = messages(1)
        state.progress = [one[0].id: ["aa"]]
        var late = APNsBatch(one, to: devices, state: state, now: Timestamp(seconds: 0))
        round(&late) { _ in self.answer(400, "BadDeviceToken") }
        late.judge(hadSuccessBefore: false)
        #expect(late.dropped.map(\.device.token) == ["bb"] && late.suspended == nil)
    }

    @Test func `the longest wish to wait counts`() {
        var batch = APNsBatch(
            messages(1), to: devices, state: APNsState(), now: Timestamp(seconds: 0), wasTroubled: true)
        round(&batch) { job in
            job.device.token == "aa"
                ? self.answer(429, "TooManyRequests") : self.answer(503, "ServiceUnavailable")
        }
        guard case .retry(_, let after) = batch.outcomes(APNsState(), now: Timestamp(seconds: 0))[0] else {
            Issue.record("no retry")
            return
        }
        #expect(after == .seconds(120) && batch.wish == .newConnection)
    }

    @Test func `a first hiccup of the server is tried again soon, a second one after Apple's quarter hour`() {
        for (wasTroubled, pause) in [(false, nil), (true, Duration.seconds(900))] {
            var batch = APNsBatch(
                messages(1), to: [devices[0]], state: APNsState(), now: Timestamp(seconds: 0),
                wasTroubled: wasTroubled)
            round(&batch) { _ in self.answer(503, "ServiceUnavailable") }
            #expect(batch.hasTrouble)
            guard case .retry(_, let after) = batch.outcomes(APNsState(), now: Timestamp(seconds: 0))[0]
            else {
                Issue.record("no retry")
                return
            }
            #expect(after == pause)
        }
    }

    @Test func `three answers 500 in a row, over batches too, ask for another connection`() {
        var first = APNsBatch(messages(2), to: [devices[0]], state: APNsState(), now: Timestamp(seconds: 0))
        round(&first) { _ in self.answer(500, "InternalServerError") }
        #expect(first.wish == .none && first.errorsInARow == 2)
        var second = APNsBatch(
            messages(1), to: [devices[0]], state: APNsState(), now: Timestamp(seconds: 0),
            errorsInARow: first.errorsInARow)
        round(&second) { _ in self.answer(500, "InternalServerError") }
        #expect(second.wish == .newConnection && second.errorsInARow == 0)
        var third = APNsBatch(
            messages(1), to: [devices[0]], state: APNsState(), now: Timestamp(seconds: 0), errorsInARow: 2)
        round(&third) { _ in self.answer(200) }
        #expect(third.wish == .none && third.errorsInARow == 0)
    }

    @Test func `a message that reached no device is owed until there is one`() {
        var batch = APNsBatch(messages(2), to: [devices[0]], state: APNsState(), now: Timestamp(seconds: 0))
        var answers = [answer(200), answer(410, "Unregistered", timestamp: 7)]
        round(&batch) { _ in answers.removeFirst() }
        #expect(batch.dropped.count == 1)
        #expect(
            batch.outcomes(APNsState(), now: Timestamp(seconds: 0)).map(\.word) == ["delivered", "suspended"])
        #expect(batch.outcomes(APNsState(), now: Timestamp(seconds: 0))[1].text.contains("no device is left"))
    }

    @Test func `a message that one device has is not done while the sink is suspended for another`() {
        for reason in ["Forbidden", "ExpiredProviderToken"] {
            var batch = APNsBatch(messages(1), to: devices, state: APNsState(), now: Timestamp(seconds: 0))
            for _ in 0..<2 {
                round(&batch) { job in
                    job.device.token == "aa" ? self.answer(200) : self.answer(403, reason)
                }
            }
            #expect(
                batch.done == [["aa"]]
                    && batch.outcomes(APNsState(), now: Timestamp(seconds: 0)).map(\.word) == ["suspended"])
        }
    }

    @Test(arguments: [
        ("BadCertificateEnvironment", true, APNsBatch.Wish.none),
        ("ExpiredProviderToken", false, .newToken), ("Shutdown", false, .none), ("Unheard", false, .none),
    ])
    func `a farewell's reason is heeded`(reason: String, isSuspended: Bool, wish: APNsBatch.Wish) {
        var batch = APNsBatch(messages(1), to: devices, state: APNsState(), now: Timestamp(seconds: 0))
        round(&batch) { _ in .unprocessed(.goAway(code: 0, reason: "{\"reason\":\"\(reason)\"}")) }
        #expect((batch.suspended != nil) == isSuspended && batch.wish == wish)
        #expect(batch.pending.count == 2)
        var noise = APNsBatch(messages(1), to: devices, state: APNsState(), now: Timestamp(seconds: 0))
        round(&noise) { _ in .unprocessed(.goAway(code: 0, reason: "noise")) }
        #expect(noise.suspended == nil && noise.wish == .none)
    }

    @Test(
        arguments: [
            (200, nil, APNsReaction.delivered), (400, "BadDeviceToken", .suspectDevice),
            (400, "DeviceTokenNotForTopic", .suspectDevice), (400, "TopicDisallowed", .suspend),
            (400, "BadPriority", .refuse), (400, "IdleTimeout", .reconnect),
            (403, "BadCertificate", .suspend),
            (403, nil, .suspend), (404, "BadPath", .refuse), (405, "MethodNotAllowed", .refuse),
            (410, nil, .dropDevice(since: nil)), (413, "PayloadTooLarge", .refuse), (429, nil, .retry),
            (429, "TooManyProviderTokenUpdates", .keepToken),
            (500, "InternalServerError", .serverTrouble(renew: false)),
            (503, "Shutdown", .reconnect), (503, "ServiceUnavailable", .serverTrouble(renew: true)),
            (418, "Teapot", .refuse), (599, "Teapot", .serverTrouble(renew: true)),
            (302, nil, .serverTrouble(renew: true)),
        ] as [(Int, String?, APNsReaction)])
    func `the table of reactions`(status: Int, reason: String?, reaction: APNsReaction) {
        #expect(APNsReaction.to(status: status, reason: reason.map { APNsReason(rawValue: $0) }) == reaction)
    }

    @Test func `answers without JSON, with unknown reasons and with timestamps are read`() {
        #expect(APNsAnswer(PushResponse(status: 502, body: Array("<html>".utf8))).reason == nil)
        let gone = APNsAnswer(
            PushResponse(
                status: 410, headers: [PushHeader("apns-id", "x")],
                body: Array(#"{"reason":"New\nReason","timestamp":1796000000123}"#.utf8)))
        #expect(gone.text == "410 New Reason" && gone.timestamp == 1_796_000_000_123 && gone.id == "x")
    }
}
