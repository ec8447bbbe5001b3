public import FeedModel
internal import Host

/// What deliveries must remember of their sinks across restarts: dropped devices, badge counts, breakers.
///
/// A small JSON object per sink in `STATE/sinks/<slug>-<hash>.json`; its content is Delivery's own.
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
        var writer = JSONWriter(indent: 2)
        writer.value(value)
        let bytes = writer.bytes + [0x0A]
        let path = path(of: sink)
        let folder = folder
        try stating { () throws(HostError) in
            try Files.makeFolder(folder)
            try AtomicFile.write(bytes, to: path)
        }
    }

    private func path(of sink: String) -> String {
        "\(folder)/\(FileName.make(sink, hashing: sink)).json"
    }
}
