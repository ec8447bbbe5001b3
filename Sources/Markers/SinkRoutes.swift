public import FeedModel

/// Which sinks an entry is owed to: the feed's own list, narrowed by each sink's filter.
public struct SinkRoutes: Sendable {
    private let sinks: [(name: String, filter: EntryFilter)]

    /// Compiles every sink's filter; the fault names the sink.
    public init(_ sinks: [SinkSettings]) throws(Failure) {
        var routes: [(name: String, filter: EntryFilter)] = []
        for sink in sinks {
            do {
                let filter = try EntryFilter(include: sink.include, exclude: sink.exclude)
                routes.append((sink.name, filter))
            } catch {
                throw Failure(error.stage, "sink \"\(sink.name)\": " + error.message, hint: error.hint)
            }
        }
        self.sinks = routes
    }

    /// The names of the sinks, in the order of feeds.json.
    ///
    /// - Parameters:
    ///   - listed: the feed's `sinks`; nil means all.
    ///   - kind: messages about trouble and summaries pass every filter.
    public func sinks(for entry: Entry, kind: AnnouncementKind, listed: [String]?) -> [String] {
        let isFiltered = kind == .new || kind == .update
        return sinks.filter { sink in
            (listed?.contains(sink.name) ?? true) && (!isFiltered || sink.filter.admits(entry))
        }.map(\.name)
    }
}
