internal import Delivery
internal import FeedModel
internal import Markers

/// A sink whose receiver said that it is gone for good: nothing more is sent to it, over restarts, until a person
/// lifts that or gives another address. What it is owed stays owed as long as for any sink that fails.
extension SinkWorker {
    /// Learns at the start whether the sink was stopped by an earlier run.
    func recallStop() async {
        let store = desk.state.sinks
        guard stop == nil, let known = store.loadStop(settings.name) else { return }
        guard known.address != SinkAddress.digest(settings) else {
            log.say(.info, "stopped: \(known.reason)", stage: .delivery, sink: settings.name)
            stop = known
            return
        }
        do throws(StateError) {
            try store.removeStop(settings.name)
            log.say(.notice, "has another address and is started again", sink: settings.name)
        } catch {
            log.say(.error, error.failure, sink: settings.name)
        }
    }

    /// Stops for good, and says so once.
    func halt(_ failure: Failure) async {
        let made = SinkStop(
            since: clock.now(), reason: failure.message, address: SinkAddress.digest(settings))
        stop = made
        log.say(
            .error, failure, sink: settings.name,
            next:
                "the sink is stopped, its announcements are kept for 3 days; \"feedherald retry \(settings.name)\" starts it again"
        )
        do throws(StateError) {
            try desk.state.sinks.save(made, for: settings.name)
        } catch {
            log.say(.error, error.failure, sink: settings.name)
        }
        isTroubleTold = true
        await onTrouble(failure)
    }

    /// Sends nothing, and gives up what is too old.
    ///
    /// - Returns: how long until something else will be too old; zero where nothing is owed.
    func rest(_ stop: SinkStop) async -> Duration {
        let next = await desk.giveUp(settings.name, reason: stop.reason)
        return next.map { max($0 - clock.now(), .milliseconds(1)) } ?? .zero
    }
}
