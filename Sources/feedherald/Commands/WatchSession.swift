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
    /// What a stop may take before the rest is left for the next start.
    private static let grace = Duration.milliseconds(4500)

    func run() async -> ExitStatus {
        let herald: Herald
        do throws(HeraldError) {
            let (manager, progress) = (manager, progress)
            herald = try await Herald(
                list, options: options, log: log,
                writeConsole: { bytes throws(Failure) in
                    try progress.around { () throws(Failure) in try Self.writeConsole(bytes) }
                },
                longestTurn: manager.watchdogInterval, onTurn: { manager.notify("WATCHDOG=1") })
        } catch {
            return Self.status(of: error, log: log)
        }
        greet()
        let answering = Task { await answer(to: herald) }
        let showing = Task { await show(herald) }
        let outcome = await herald.run()
        answering.cancel()
        showing.cancel()
        progress.clear()
        manager.notify("STOPPING=1")
        return status(of: outcome)
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
    private func show(_ herald: Herald) async {
        guard progress.isOn else { return }
        while !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(500))
            if !Task.isCancelled { progress.show(await herald.progress()) }
        }
    }

    static let writeConsole: @Sendable ([UInt8]) throws(Failure) -> Void = { bytes throws(Failure) in
        do throws(HostError) {
            try StandardStream.output.write(bytes)
        } catch {
            throw Failure(.delivery, error.message)
        }
    }

    private func answer(to herald: Herald) async {
        var isStopping = false
        for await signal in signals {
            switch signal {
            case .terminate, .interrupt:
                if isStopping { Signals.exitNow(ExitStatus.fine.rawValue) }
                isStopping = true
                stop(herald)
            case .hangUp: await reload(herald)
            case .user1:
                log.say(.notice, "polling now")
                await herald.pollNow()
            }
        }
    }

    private func stop(_ herald: Herald) {
        manager.notify("STOPPING=1")
        log.say(.notice, "stopping")
        Task { await herald.stop() }
        Task {
            try? await Task.sleep(for: Self.grace)
            await herald.abandon()
            log.say(
                .warning, "what was in flight did not end in time; it is taken up again at the next start")
            Signals.exitNow(ExitStatus.fine.rawValue)
        }
    }

    private func reload(_ herald: Herald) async {
        manager.notify("RELOADING=1", "MONOTONIC_USEC=\(CurrentProcess.monotonicMicroseconds)")
        defer { manager.notify("READY=1") }
        guard let new = await Configuration.load(path, log: log) else {
            log.say(.error, "\(path) cannot be used; the old one stays in force")
            return
        }
        do throws(HeraldError) {
            try await herald.reload(new)
            log.say(.notice, "watching \(new.subscriptions.count) feeds from now on")
        } catch {
            _ = Self.status(of: error, log: log)
            log.say(.error, "\(path) cannot be used; the old one stays in force")
        }
    }

    private static func status(of error: HeraldError, log: Log) -> ExitStatus {
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
