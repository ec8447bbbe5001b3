import FeedModel
import Host
import Pipeline

extension WatchSession {
    /// What a stop may take before the rest is left for the next start.
    private static let grace = Duration.milliseconds(4500)

    /// What the programs of command sinks have of it; they get SIGTERM then, and SIGKILL a second later.
    private static let childrenGrace = Duration.milliseconds(2500)

    /// Answers to signals as long as the watch lives.
    func answer(on stage: Stage) async {
        for await signal in signals {
            switch signal {
            case .terminate, .interrupt:
                guard stage.beginStop() else { Signals.exitNow(ExitStatus.fine.rawValue) }
                stop(stage)
            case .hangUp: await reload(on: stage)
            case .user1:
                log.say(.notice, "polling now")
                await stage.herald.pollNow()
            case .urgent:
                // One sweep ends by itself soon enough.
                guard !options.isOnce, let herald = stage.beginLending() else { continue }
                Task { await herald.stop() }
            }
        }
    }

    private func stop(_ stage: Stage) {
        manager.notify("STOPPING=1")
        log.say(.notice, "stopping")
        let herald = stage.herald
        Task { await herald.stop() }
        Task {
            try? await Task.sleep(for: Self.childrenGrace)
            ChildGroups.shared.end()
        }
        Task {
            try? await Task.sleep(for: Self.grace)
            if !stage.isLending { await stage.herald.abandon() }
            log.say(
                .warning, "what was in flight did not end in time; it is taken up again at the next start")
            Signals.exitNow(ExitStatus.fine.rawValue)
        }
    }

    private func reload(on stage: Stage) async {
        manager.notify("RELOADING=1", "MONOTONIC_USEC=\(CurrentProcess.monotonicMicroseconds)")
        defer { manager.notify("READY=1") }
        let refusal = "\(path) cannot be used; the old one stays in force"
        guard let new = await Configuration.load(path, log: log, isReload: true) else {
            log.say(.error, "\(refusal); mend it and reload again")
            return
        }
        // What is watched after a pause is the new list in any case.
        guard !stage.isLending else { return stage.use(new) }
        do throws(HeraldError) {
            try await stage.herald.reload(new)
            stage.use(new)
            log.say(.notice, "watching \(new.subscriptions.count) feeds from now on")
        } catch {
            _ = Self.status(of: error, log: log)
            log.say(.error, refusal)
        }
    }
}
