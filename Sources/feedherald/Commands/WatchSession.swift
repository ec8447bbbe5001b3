import FeedModel
import Host
import Pipeline

/// One run of the watch between its start and its end: signals, service manager, exit status.
struct WatchSession {
    let list: SubscriptionList
    let path: String
    let options: HeraldOptions
    let log: Log
    let manager: ServiceManager
    let signals: AsyncStream<ProcessSignal>
    let progress: ProgressLine

    func run() async -> ExitStatus {
        do throws(HeraldError) {
            let stage = Stage(try await open(list), watching: list)
            greet()
            let answering = Task { await answer(on: stage) }
            let showing = Task { await show(stage) }
            defer {
                answering.cancel()
                showing.cancel()
                progress.clear()
                manager.notify("STOPPING=1")
            }
            return try await watch(on: stage)
        } catch {
            return Self.status(of: error, log: log)
        }
    }

    /// Watches to the end, with a pause whenever the state is lent.
    private func watch(on stage: Stage) async throws(HeraldError) -> ExitStatus {
        var outcome = await stage.herald.run()
        while let list = stage.listAfterLending {
            await StateLending.awaitBorrower(of: options.state)
            let next = try await reopen(list)
            if stage.take(next) {
                log.say(.notice, "the state was changed by hand; watching on")
            } else {
                await next.stop()
            }
            outcome = await next.run()
        }
        return status(of: outcome)
    }

    private func open(_ list: SubscriptionList) async throws(HeraldError) -> Herald {
        let (manager, progress) = (manager, progress)
        return try await Herald(
            list, options: options, log: log,
            writeConsole: { bytes throws(Failure) in
                try progress.around { () throws(Failure) in try Self.writeConsole(bytes) }
            },
            longestTurn: manager.watchdogInterval, onTurn: { manager.notify("WATCHDOG=1") })
    }

    /// Opens the state once the borrower has done its work, which takes a moment.
    private func reopen(_ list: SubscriptionList) async throws(HeraldError) -> Herald {
        let start = ContinuousClock.now
        while true {
            do throws(HeraldError) {
                return try await open(list)
            } catch {
                guard case .held = error, start.duration(to: .now) < .seconds(60) else { throw error }
            }
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    private func greet() {
        let count = "\(list.subscriptions.count) \(list.subscriptions.count == 1 ? "feed" : "feeds")"
        let delay = options.delay ?? list.delay
        if options.isOnce {
            log.say(.info, "polling \(count) once")
        } else {
            log.say(.notice, "watching \(count) every \(Interval.text(delay ?? .seconds(3600)))")
        }
        manager.notify("READY=1", "STATUS=watching \(count)")
    }

    /// Shows how far a long sweep is, on a terminal only.
    private func show(_ stage: Stage) async {
        guard progress.isOn else { return }
        while !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(500))
            if !Task.isCancelled { progress.show(await stage.herald.progress()) }
        }
    }

    static let writeConsole: @Sendable ([UInt8]) throws(Failure) -> Void = { bytes throws(Failure) in
        do throws(HostError) {
            try StandardStream.output.write(bytes)
        } catch {
            throw Failure(.delivery, error.message)
        }
    }

    static func status(of error: HeraldError, log: Log) -> ExitStatus {
        switch error {
        case .configuration(let failure):
            log.say(.error, failure)
            return .configuration
        case .held(let failure):
            log.say(.error, failure)
            return .temporary
        case .state(let failure):
            log.say(.error, failure)
            return .stateUnwritable
        }
    }

    private func status(of outcome: HeraldOutcome) -> ExitStatus {
        if outcome.trouble != nil { return .stateUnwritable }
        return options.isOnce && (outcome.failing > 0 || outcome.owed > 0) ? .temporary : .fine
    }
}
