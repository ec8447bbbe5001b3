public import FeedModel
internal import Host

/// What deliveries must remember of their sinks across restarts: dropped devices, badge counts, breakers.
///
/// A small JSON object per sink in `STATE/sinks/<slug>-<hash>.json`; its content is Delivery's own. Beside it
/// `….stopped.json` stands for a sink that was stopped, see ``SinkStop``.
public struct SinkStateStore: Sendable {
    let folder: String

    init(folder: String) {
        self.folder = folder
    }

    /// The object saved for a sink; nil when there is none or it is damaged, which only forgets conveniences.
    public func load(_ sink: String) -> JSONValue? {
        guard let bytes = try? Files.read(path(of: sink), limit: 4 << 20),
            let value = try? JSONReader.read(bytes),
            value.members != nil
        else { return nil }
        return value
    }

    /// Replaces the object saved for a sink.
    public func save(_ value: JSONValue, for sink: String) throws(StateError) {
        try write(value, to: path(of: sink))
    }

    /// Why a sink was stopped; nil while it is not.
    public func loadStop(_ sink: String) -> SinkStop? {
        (try? Files.read(path(of: sink, "stopped"), limit: 1 << 16)).flatMap { bytes in
            (try? JSONReader.read(bytes)).flatMap { SinkStop($0) }
        }
    }

    /// Remembers that a sink was stopped.
    public func save(_ stop: SinkStop, for sink: String) throws(StateError) {
        try write(stop.json, to: path(of: sink, "stopped"))
    }

    /// Lets a sink that was stopped work again, from the next start on.
    ///
    /// - Returns: whether it was stopped.
    @discardableResult
    public func removeStop(_ sink: String) throws(StateError) -> Bool {
        let path = path(of: sink, "stopped")
        guard Files.exists(path) else { return false }
        try stating { () throws(HostError) in try Files.remove(path) }
        return true
    }

    private func write(_ value: JSONValue, to path: String) throws(StateError) {
        var writer = JSONWriter(indent: 2)
        writer.value(value)
        let bytes = writer.bytes + [0x0A]
        let folder = folder
        try stating { () throws(HostError) in
            try Files.makeFolder(folder)
            try AtomicFile.write(bytes, to: path)
        }
    }

    private func path(of sink: String, _ kind: String? = nil) -> String {
        "\(folder)/\(FileName.make(sink, hashing: sink))\(kind.map { ".\($0)" } ?? "").json"
    }
}
