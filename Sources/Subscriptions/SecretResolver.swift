internal import FeedModel
internal import Host

/// Why a secret could not be had.
struct SecretProblem: Error {
    var message: String
    var hint: String?
}

/// Turns references to secrets into the secrets: environment, files, programs.
struct SecretResolver {
    /// The folder relative paths are taken from.
    let folder: String
    let faults: FaultCollector
    /// Whether secrets that lie elsewhere are left empty.
    var isOmitting = false

    /// Resolves a value that passed the check for secrets.
    func resolve(_ value: JSONValue) async throws(SecretProblem) -> Secret {
        if let text = value.string { return Secret(text) }
        if isOmitting { return Secret("") }
        if let name = value["env"]?.string { return try environment(name) }
        if let path = value["file"]?.string { return try file(path) }
        return try await command((value["command"]?.array ?? []).compactMap(\.string))
    }

    private func environment(_ name: String) throws(SecretProblem) -> Secret {
        if let text = Environment.value(name) { return Secret(text) }
        throw SecretProblem(
            message: "the environment variable \(name) is not set", hint: "export it before the start")
    }

    /// A path, or the bare name of a credential that systemd put into `$CREDENTIALS_DIRECTORY`.
    private func file(_ path: String) throws(SecretProblem) -> Secret {
        var place = Files.resolve(path, in: folder)
        if !path.contains("/"), let credentials = Environment.nonEmpty("CREDENTIALS_DIRECTORY"),
            Files.exists("\(credentials)/\(path)")
        {
            place = "\(credentials)/\(path)"
        }
        do {
            let bytes = try Files.read(place, limit: 1 << 20)
            faults.warnIfOpen(place)
            return Secret(Self.withoutLineEnd(String(decoding: bytes, as: UTF8.self)))
        } catch {
            throw SecretProblem(message: error.message)
        }
    }

    private func command(_ arguments: [String]) async throws(SecretProblem) -> Secret {
        let program = arguments.first ?? ""
        let result: ChildResult
        do {
            result = try await ChildProcess.run(arguments, timeout: .seconds(60))
        } catch {
            throw SecretProblem(message: error.message)
        }
        guard result.cause == .itself else {
            throw SecretProblem(message: "the command \"\(program)\" did not end within a minute")
        }
        guard result.status == 0 else {
            let said =
                String(decoding: result.errors.prefix(200), as: UTF8.self).split(separator: "\n").first ?? ""
            let how = result.status.map { "status \($0)" } ?? "signal \(result.signal ?? 0)"
            throw SecretProblem(
                message: "the command \"\(program)\" ended with \(how)",
                hint: said.isEmpty ? nil : String(said))
        }
        return Secret(Self.withoutLineEnd(String(decoding: result.output, as: UTF8.self)))
    }

    private static func withoutLineEnd(_ text: String) -> String {
        var text = Substring(text)
        while let last = text.last, last.isNewline { text.removeLast() }
        return String(text)
    }
}
