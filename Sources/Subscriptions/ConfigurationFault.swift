internal import Host

/// One fault of feeds.json: where it is, what is wrong, what would be right.
public struct ConfigurationFault: Error, Sendable, Hashable {
    /// The file as the user named it.
    public var file: String
    /// From 1; 0 where the fault belongs to no place in the text.
    public var line: Int
    /// From 1, in characters.
    public var column: Int
    /// The key's path, such as `feeds[2].delay`; empty at the top.
    public var path: String
    public var message: String
    public var hint: String?
}

extension ConfigurationFault: CustomStringConvertible {
    /// `feeds.json:3:14: feeds[0].delay: expected a duration (write "15m")`.
    public var description: String {
        let place = line > 0 ? "\(file):\(line):\(column): " : "\(file): "
        return place + (path.isEmpty ? "" : "\(path): ") + message + (hint.map { " (\($0))" } ?? "")
    }
}

/// All faults of a file, in the order of the text.
public struct ConfigurationFaults: Error, Sendable {
    public var faults: [ConfigurationFault]
}

/// Collects faults while a document is checked and turns byte offsets into lines and columns at the end.
final class FaultCollector {
    private let file: String
    private let bytes: [UInt8]
    private typealias Note = (offset: Int, path: String, message: String, hint: String?)
    private var found: [Note] = []
    private var noted: [Note] = []
    private var openFiles: [String] = []
    /// Beyond so many faults the rest is counted and not listed.
    private static let most = 100

    init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
    }

    var isEmpty: Bool { found.isEmpty }

    func add(_ message: String, hint: String? = nil, path: JSONPath, at offset: Int) {
        found.append((offset, path.description, message, hint))
    }

    /// Notes what may be meant but should be known.
    func warn(_ message: String, hint: String? = nil, path: JSONPath, at offset: Int) {
        noted.append((offset, path.description, message, hint))
    }

    /// Warns of a file of secrets that everybody on the machine may read.
    func warnIfOpen(_ path: String) {
        guard let mode = Files.mode(path), mode & 0o004 != 0 else { return }
        let warning = "\(path) holds a secret and may be read by everybody (chmod o-r mends it)"
        if !openFiles.contains(warning) { openFiles.append(warning) }
    }

    /// What is not wrong but should be known.
    var warnings: [String] { placed(noted, "warnings").map(\.description) + openFiles }

    /// The faults with their places, sorted by place.
    var faults: ConfigurationFaults { ConfigurationFaults(faults: placed(found, "faults")) }

    private func placed(_ notes: [Note], _ what: String) -> [ConfigurationFault] {
        var line = 1
        var start = 0
        var at = 0
        var list: [ConfigurationFault] = []
        for fault in notes.sorted(by: { ($0.offset, $0.message) < ($1.offset, $1.message) }).prefix(Self.most)
        {
            let end = min(max(fault.offset, 0), bytes.count)
            while at < end {
                if bytes[at] == 0x0A {
                    line += 1
                    start = at + 1
                }
                at += 1
            }
            let column = String(decoding: bytes[start..<end], as: UTF8.self).count + 1
            list.append(
                ConfigurationFault(
                    file: file, line: fault.offset < 0 ? 0 : line, column: column, path: fault.path,
                    message: fault.message, hint: fault.hint))
        }
        if notes.count > Self.most {
            list.append(
                ConfigurationFault(
                    file: file, line: 0, column: 0, path: "",
                    message: "and \(notes.count - Self.most) more \(what)"))
        }
        return list
    }
}
