public import FeedModel
internal import Host

/// Reads feeds.json: checks it whole, resolves its secrets, fills in its defaults.
///
/// The file is never written.
public enum SubscriptionFile {
    /// Why there is no list.
    public enum LoadError: Error, Sendable {
        /// The file cannot be read: the message says why.
        case unreadable(String)
        /// The file can be read and is wrong.
        case faulty(ConfigurationFaults)
    }

    /// Whether secrets are had from where they are: environment, files, programs.
    public enum Secrets: Sendable {
        case resolved
        /// They are left empty, and no key is read: for commands that show and send nothing.
        case omitted
    }

    /// Reads and checks a file.
    ///
    /// - Parameter path: as the user named it; messages show it so, relative paths inside are taken from its folder.
    public static func load(
        _ path: String, secrets: Secrets = .resolved
    ) async throws(LoadError) -> SubscriptionList {
        let bytes: [UInt8]
        do {
            bytes = try Files.read(path)
        } catch {
            throw .unreadable(error.message)
        }
        do {
            return try await parse(bytes, file: path, folder: Files.parent(of: path), secrets: secrets)
        } catch {
            throw .faulty(error)
        }
    }

    /// Checks a text and builds the list of it.
    public static func parse(
        _ bytes: [UInt8], file: String, folder: String, secrets: Secrets = .resolved
    ) async throws(ConfigurationFaults) -> SubscriptionList {
        let faults = FaultCollector(file: file, bytes: bytes)
        if let offset = firstNonText(bytes) {
            let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
            faults.add(
                isWide ? "the file is UTF-16" : "this is no UTF-8 (RFC 8259, section 8.1)",
                hint: "save the file as UTF-8", path: "", at: offset)
            throw faults.faults
        }
        let document: JSONValue
        do {
            document = try JSONReader.read(bytes, lenient: true)
        } catch {
            faults.add(error.message, path: "", at: error.offset)
            throw faults.faults
        }
        SpecificationChecker(faults: faults).check(document, .object(FileSpecification.file), path: "")
        CrossChecker(faults: faults).check(document)
        var list = await build(
            document, SecretResolver(folder: folder, faults: faults, isOmitting: secrets == .omitted),
            faults: faults)
        guard faults.isEmpty else { throw faults.faults }
        list.warnings = faults.warnings
        return list
    }

    /// The place of the first byte that belongs to no character of UTF-8; nil where all do.
    private static func firstNonText(_ bytes: [UInt8]) -> Int? {
        guard bytes.contains(where: { $0 >= 0x80 }) else { return nil }
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var offset = 0
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let scalar): offset += scalar.count
            case .error: return offset
            case .emptyInput: return nil
            }
        }
    }

    private static func build(
        _ document: JSONValue, _ secrets: SecretResolver, faults: FaultCollector
    ) async -> SubscriptionList {
        var list = SubscriptionList()
        // Values that failed their check would be blamed a second time here.
        guard faults.isEmpty else { return list }
        let feeds = FeedBuilder(folder: secrets.folder, secrets: secrets, faults: faults)
        list.delay = document["delay"].flatMap(feeds.duration)
        list.perHost = document["perHost"]?.int ?? list.perHost
        list.hostGap = document["hostGap"].flatMap(feeds.duration) ?? list.hostGap
        if let notice = document["failureNotice"] { list.failureNotice = feeds.duration(notice) }
        var defaults = Subscription(url: "")
        if let value = document["defaults"] { await feeds.fill(&defaults, from: value, path: "defaults") }
        let items = document["feeds"]?.array ?? []
        list.subscriptions.reserveCapacity(items.count)
        for (index, item) in items.enumerated() {
            list.subscriptions.append(
                await feeds.subscription(item, defaults: defaults, path: ("feeds" as JSONPath).item(index)))
        }
        let sinks = SinkBuilder(values: feeds)
        for (index, item) in (document["sinks"]?.array ?? []).enumerated() {
            if let sink = await sinks.sink(item, path: ("sinks" as JSONPath).item(index)) {
                list.sinks.append(sink)
            }
        }
        if !list.sinks.contains(where: { $0.kind == .console }) {
            list.sinks.append(SinkSettings(name: "console", kind: .console))
        }
        return list
    }
}
