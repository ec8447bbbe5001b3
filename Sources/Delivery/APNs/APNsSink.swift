import FeedModel
import Host
import Transport

/// Pushes to Apple's service over one kept HTTP/2 connection.
actor APNsSink: Sink {
    nonisolated let name: String
    nonisolated let maxBatch: Int
    let setup: APNsSetup
    private let texts: MessageTemplates
    private let isDigest: Bool
    private let environment: SinkEnvironment
    private let line: APNsLine
    private(set) var state: APNsState
    /// As it was stored last.
    private var saved: APNsState
    private var devices: [APNsDevice] = []
    private var devicesStamp: FileStamp?
    /// Whether any push was taken since the start.
    private var hadSuccess = false
    /// Since when every batch has met a server in trouble.
    private var troubledSince: Timestamp?
    /// How many answers 500 the connection gave in a row.
    private var errorsInARow = 0
    private var reconnecting = APNsReconnecting()
    private var lease: APNsLease?
    private var lastExpiryCheck: Timestamp?
    /// A failure soon after the first one is part of it, say another feed's.
    private static let hiccup = Duration.seconds(10)
    /// The most pushes that are made ready at a time, over all devices.
    private static let portion = 5000

    init(
        _ settings: SinkSettings, _ apns: APNsSettings, _ texts: MessageTemplates,
        _ environment: SinkEnvironment, limits: PushLimits? = nil
    ) throws(Failure) {
        name = settings.name
        setup = try APNsSetup(apns, now: environment.now())
        self.texts = texts
        isDigest = settings.digest != nil
        maxBatch = isDigest ? 500 : 100
        self.environment = environment
        var usual = PushLimits()
        usual.answer = settings.timeout
        line = APNsLine.shared(setup, limits: limits ?? usual)
        state = APNsState(environment.loadState(settings.name))
        saved = state
        // A device that was taken out of the list while the program stood still is forgotten.
        _ = state.active(try setup.devices())
        if state != saved { environment.saveState(settings.name, state.json) }
        saved = state
        lastExpiryCheck = environment.now()
        setup.warnOfExpiry(now: environment.now()).map { environment.notice(name, $0) }
    }

    func deliver(_ batch: [Announcement], progress: DeliveryProgress) async -> [DeliveryOutcome] {
        let messages =
            isDigest
            ? [AnnouncementText.digest(batch, texts: texts)].compactMap(\.self)
            : batch.map { AnnouncementText.message(for: $0, texts: texts) }
        let outcomes: [DeliveryOutcome]
        do throws(Failure) {
            try checkExpiry()
            outcomes = await deliver(messages, progress)
        } catch {
            outcomes = messages.map { _ in .suspended(error) }
        }
        return isDigest ? batch.map { _ in outcomes.first ?? .untried } : outcomes
    }

    /// Pushes portion by portion, so that a batch to many devices takes little memory.
    private func deliver(_ messages: [Message], _ progress: DeliveryProgress) async -> [DeliveryOutcome] {
        var outcomes: [DeliveryOutcome] = []
        while outcomes.count < messages.count {
            let rest = messages[outcomes.count...]
            guard !progress.isStopping() else { return outcomes + rest.map { _ in .untried } }
            do throws(Failure) {
                let active = try readDevices()
                let ends = await push(Array(rest.prefix(max(1, Self.portion / active.count))), to: active)
                for (place, outcome) in ends.enumerated() where !isDigest {
                    await progress.ended(outcomes.count + place, outcome)
                }
                outcomes += ends
                // A service that takes nothing now is not asked for the rest.
                if let last = ends.last, !ends.contains(where: \.isFinal), !ends.contains(where: \.isAside) {
                    outcomes += rest.dropFirst(ends.count).map { _ in last }
                }
            } catch {
                outcomes += rest.map { _ in .suspended(error) }
            }
        }
        return outcomes
    }

    func close() async {
        await lease?.end()
        lease = nil
    }

    private func push(_ messages: [Message], to active: [APNsDevice]) async -> [DeliveryOutcome] {
        let begun = environment.now()
        var batch = APNsBatch(
            messages, to: active, state: state, now: begun,
            wasTroubled: troubledSince.map { begun - $0 >= Self.hiccup } ?? false, errorsInARow: errorsInARow)
        if let pause = reconnecting.pause(at: begun) {
            batch.postponeAll(reconnecting.failure(setup.service), after: pause)
        }
        let payloads = payloads(of: messages)
        // A round without any answer is tried twice more.
        var fruitless = 0
        while !batch.pending.isEmpty, batch.suspended == nil, fruitless < 3 {
            let before = batch.pending.count
            guard await runRound(&batch, messages, payloads) else { break }
            fruitless = batch.pending.count < before ? 0 : fruitless + 1
            let now = environment.now()
            if let pause = reconnecting.pause(at: now) {
                batch.postponeAll(reconnecting.failure(setup.service), after: pause)
            }
        }
        batch.postponeAll(Failure(.delivery, "\(setup.service) did not take the push"))
        batch.judge(hadSuccessBefore: hadSuccess)
        hadSuccess = hadSuccess || batch.hasSuccess
        let now = environment.now()
        troubledSince = batch.hasTrouble && batch.isGeneral ? troubledSince ?? now : nil
        errorsInARow = batch.errorsInARow
        pause(batch, now)
        var outcomes = batch.outcomes(state, now: now)
        for (place, payload) in payloads.enumerated() {
            if case .failure(let failure) = payload { outcomes[place] = .refused(failure) }
        }
        remember(batch, messages, outcomes)
        return outcomes
    }

    /// Lets devices with trouble of their own wait, longer each time, and says so at the first.
    private func pause(_ batch: APNsBatch, _ now: Timestamp) {
        for token in batch.recovered { state.pauses[token] = nil }
        guard !batch.isGeneral else { return }
        for (device, lag) in batch.laggards {
            let failures = state.pauses[device.token]?.failures ?? 0
            let grown = min(APNsBatch.busyPause * (1 << min(failures, 10)), .seconds(3600))
            let length = max(grown, min(lag.after ?? .zero, .seconds(86_400)))
            state.pauses[device.token] = APNsState.Pause(
                until: (now + length).milliseconds, failures: failures + 1, reason: lag.failure.message)
            guard failures == 0 else { continue }
            environment.notice(
                name,
                Failure(
                    .delivery, "the device \(device.label) must wait: \(lag.failure.message)",
                    hint: "it is asked again later; the other devices go on"))
        }
    }

    /// Keeps a provider token before it is used: the next process must not sign another one too soon.
    private func keepToken() async {
        guard let token = await line.currentToken else { return }
        let kept = APNsState.ProviderToken(
            text: token.text, issued: token.issued.milliseconds, account: setup.account)
        guard state.token != kept else { return }
        state.token = kept
        environment.saveState(name, state.json)
        saved = state
    }

    private func takeLine() async {
        if let kept = state.token, kept.account == setup.account {
            await line.adopt(
                ProviderTokens.Token(text: kept.text, issued: Timestamp(milliseconds: kept.issued)))
        }
        lease = await line.lease()
    }

    /// Sends what is pending once; false where no connection can be had.
    private func runRound(
        _ batch: inout APNsBatch, _ messages: [Message], _ payloads: [Result<[UInt8], Failure>]
    ) async -> Bool {
        let now = environment.now()
        let connection: PushConnection
        let authorization: String?
        do throws(PushError) {
            if lease == nil { await takeLine() }
            (connection, authorization) = try await line.open(now: now)
            await keepToken()
        } catch {
            let hint: String? =
                if case .tls = error { "check \"ca\", the certificate and this machine's clock" } else { nil }
            batch.postponeAll(Failure(.delivery, "\(setup.service): \(error)", hint: hint))
            return false
        }
        var jobs: [APNsBatch.Job] = []
        var requests: [PushRequest] = []
        for job in batch.takeRound() {
            guard case .success(let payload) = payloads[job.message] else { continue }
            jobs.append(job)
            requests.append(request(job, messages[job.message], payload, authorization, now))
        }
        let pause = await line.pauseUntilRenewal(now: now)
        var isAnswered = false
        for (job, outcome) in zip(jobs, await connection.send(requests)) {
            if case .answered = outcome { isAnswered = true }
            batch.record(job, outcome, renewalPause: pause, now: environment.now())
        }
        reconnecting.note(isLost: connection.fault != nil, isAnswered: isAnswered, now: environment.now())
        switch batch.wish {
        case .none: if connection.fault != nil { await line.replace(connection) }
        case .newConnection: await line.replace(connection)
        case .newToken: await line.renew(connection, now: environment.now())
        }
        return true
    }

    /// The devices to push to, read again where their file has changed.
    private func readDevices() throws(Failure) -> [APNsDevice] {
        try refreshDevices()
        let active = state.active(devices)
        if devices.isEmpty { throw Failure(.delivery, "no device is listed", hint: "\"devices\" is empty") }
        if active.isEmpty { throw .noDevice }
        return active
    }

    private func refreshDevices() throws(Failure) {
        guard case .file(let path) = setup.settings.devices else {
            if devices.isEmpty { devices = try setup.devices() }
            return
        }
        let stamp = Files.stamp(path)
        guard devices.isEmpty || stamp != devicesStamp else { return }
        do {
            devices = try setup.devices()
            devicesStamp = stamp
        } catch {
            // A file that is being written or was broken by hand: the devices known before still count.
            guard !devices.isEmpty else { throw error }
            if stamp != devicesStamp { environment.notice(name, error) }
            devicesStamp = stamp
        }
    }

    private func checkExpiry() throws(Failure) {
        guard case .certificate(_, _, let expires, let certificate) = setup.access else { return }
        let now = environment.now()
        let date = expires.rfc3339.prefix(10)
        guard now < expires else {
            throw Failure(
                .delivery, "the certificate \(certificate) expired on \(date)", hint: "make a new one")
        }
        guard lastExpiryCheck.map({ now - $0 >= .seconds(86_400) }) ?? true else { return }
        lastExpiryCheck = now
        setup.warnOfExpiry(now: now).map { environment.notice(name, $0) }
    }

    /// Keeps what the next try and the next run need to know.
    private func remember(_ batch: APNsBatch, _ messages: [Message], _ outcomes: [DeliveryOutcome]) {
        for (device, reason, since) in batch.dropped {
            let hint = reason.split(separator: " ").last.flatMap { APNsReason(rawValue: String($0)).hint }
            state.dropped[device.token] = APNsState.Dropped(
                name: device.name, reason: reason, since: since ?? environment.now().milliseconds)
            environment.notice(
                name,
                Failure(
                    .delivery, "the device \(device.label) is dropped: \(reason)",
                    hint: hint.map { "\($0); it gets pushes again once it is registered anew" }
                        ?? "it gets pushes again once it is registered anew"))
        }
        for (place, message) in messages.enumerated() {
            switch outcomes[place] {
            case .delivered, .deliveredExcept:
                state.forget(message.id)
                state.badge += message.announcements.count
            case .refused: state.forget(message.id)
            case .retry, .aside, .suspended, .stopped, .untried:
                state.progress[message.id] = batch.done[place].isEmpty ? nil : batch.done[place]
                state.refusals[message.id] = batch.refused[place].isEmpty ? nil : batch.refused[place]
            }
        }
        if state != saved { environment.saveState(name, state.json) }
        saved = state
    }
}
