import FeedModel
import Host

/// Runs a program for each message, without a shell.
///
/// The program gets the announcement as JSON on stdin (or the `body` template's text) and `FEEDHERALD_…` variables.
/// Exit 0 is success; 65 (EX_DATAERR) and 64 give this announcement up; 77, 78, 126 and 127 wait for a person;
/// everything else, 75 (EX_TEMPFAIL) above all, is tried again.
struct CommandSender: MessageSender {
    private let arguments: [Template]
    private let input: Template?
    private let variables: [(String, String)]
    private let timeout: Duration

    init(
        _ settings: SinkSettings, _ command: CommandSettings
    ) throws(Failure) {
        timeout = settings.timeout
        var templates: [Template] = []
        for argument in command.arguments {
            templates.append(try Template(argument, extra: TemplateValues.messageNames))
        }
        guard let program = templates.first, program.isConstant, !program.source.isEmpty else {
            throw Failure(
                .delivery, "\"command\" must begin with a program",
                hint: "such as [\"notify-send\", \"{{feed.name}}\", \"{{entry.title}}\"]")
        }
        arguments = templates
        input =
            if let body = settings.body { try Template(body, extra: TemplateValues.messageNames) } else {
                nil
            }
        variables = command.environment.map { ($0.name, $0.value.reveal()) }
    }

    func send(_ message: Message) async -> DeliveryOutcome {
        let values = TemplateValues(message)
        let program = arguments[0].source
        do throws(HostError) {
            let result = try await ChildProcess.run(
                arguments.map { $0.render(values, place: .argument) },
                input: input.map { Array($0.render(values).utf8) } ?? Self.json(message),
                environment: Self.environment(message, values) + variables, timeout: timeout,
                outputLimit: 64 << 10)
            return outcome(result, program)
        } catch {
            // Being written just now (ETXTBSY), or the system is short of something: that passes.
            guard error.isMissing || error.isReadOnly else {
                return .retry(Failure(.delivery, "\(program) cannot be run: \(error.message)"), after: nil)
            }
            return .suspended(
                Failure(
                    .delivery, "\(program) cannot be run: \(error.message)",
                    hint: "give its whole path and check that it is executable"))
        }
    }

    private func outcome(_ result: ChildResult, _ program: String) -> DeliveryOutcome {
        switch result.cause {
        case .itself: break
        case .timeLimit:
            return .retry(
                Failure(.delivery, "\(program) did not end in \(Interval.text(timeout))"), after: nil)
        case .stop:
            return .retry(Failure(.delivery, "\(program) had not ended when feedherald stopped"), after: nil)
        }
        let said = SafeText.line(String(decoding: result.errors.suffix(400), as: UTF8.self))
        let ending = said.isEmpty ? "" : ": " + TextCut.characters(said, 200)
        guard let status = result.status else {
            return .retry(
                Failure(.delivery, "\(program) was ended by signal \(result.signal ?? 0)\(ending)"),
                after: nil)
        }
        let failure = Failure(.delivery, "\(program) ended with status \(status)\(ending)")
        switch status {
        case 0:
            let output = SafeText.nonEmptyLine(String(decoding: result.output.prefix(400), as: UTF8.self))
            return .delivered(note: output.map { TextCut.characters($0, 200) })
        case 64, 65: return .refused(failure)
        case 77, 78, 126, 127: return .suspended(failure)
        default: return .retry(failure, after: nil)
        }
    }

    /// The announcement as on stdin: one CloudEvent, or an array of them for a digest.
    static func json(_ message: Message) -> [UInt8] {
        let announcements = message.announcements
        let json =
            announcements.count == 1
            ? announcements.first.map(CloudEvent.one) ?? [] : CloudEvent.batch(announcements)
        return json + [0x0A]
    }

    /// `FEEDHERALD_FEED_NAME`, `FEEDHERALD_ENTRY_TITLE` and so on for all names of templates, without NUL, cut to
    /// what a system's environment holds.
    static func environment(_ message: Message, _ values: TemplateValues) -> [(String, String)] {
        TemplateValues.names.union(TemplateValues.messageNames).sorted().compactMap { name in
            guard let value = values[name] else { return nil }
            let key = "FEEDHERALD_" + String(name.uppercased().map { $0 == "." ? "_" : $0 })
            return (key, TextCut.bytes(value.filter { $0 != "\0" }, 16_384))
        }
    }
}
