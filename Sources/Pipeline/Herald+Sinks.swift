internal import Delivery
public import FeedModel
internal import Markers

extension Herald {
    /// Makes the sinks of a list; what cannot work is said before anything is polled.
    func sinks(of list: SubscriptionList) throws(HeraldError) -> [(settings: SinkSettings, sink: any Sink)] {
        let environment = sinkEnvironment()
        var sinks: [(settings: SinkSettings, sink: any Sink)] = []
        for settings in list.sinks {
            do {
                sinks.append((settings, try SinkFactory.make(settings, environment: environment)))
            } catch {
                throw .configuration(
                    Failure(error.stage, "sink \"\(settings.name)\": \(error.message)", hint: error.hint))
            }
        }
        return sinks
    }

    func sinkEnvironment() -> SinkEnvironment {
        let (state, log, clock) = (state, log, clock)
        return SinkEnvironment(
            transfers: transfers, version: options.version, now: clock.now, utcOffset: dispatcher.utcOffset,
            writeConsole: writeConsole,
            consoleStyle: options.isJSON ? .json : options.isColoured ? .colour : .plain,
            loadState: { state.sinks.load($0) },
            saveState: { sink, value in
                do throws(StateError) {
                    try state.sinks.save(value, for: sink)
                } catch {
                    log.say(.error, error.failure, sink: sink)
                }
            },
            notice: { sink, failure in log.say(.warning, failure, sink: sink) })
    }

    /// Takes over a new feeds.json: feeds and sinks that stay keep their timing and connections.
    ///
    /// - Throws: when the new list cannot work; the old one stays in force then.
    public func reload(_ new: SubscriptionList) async throws(HeraldError) {
        let routes: SinkRoutes
        do {
            routes = try SinkRoutes(new.sinks)
        } catch {
            throw .configuration(error)
        }
        let made = try sinks(of: new)
        let feeds: [WatchedFeed?]
        do {
            feeds = try await watched(new)
        } catch {
            throw HeraldError(error)
        }
        await dispatcher.use(made)
        await desk.keepOnly(sinks: Set(new.sinks.map(\.name)))
        await loop.take(feeds, settings: Self.settings(options, new), routes: routes, new)
        list = new
    }
}
