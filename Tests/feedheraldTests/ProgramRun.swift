import TestSupport

/// One run of the built binary, to its end.
struct ProgramRun {
    let status: Int
    let output: String
    let errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }

    static let binary = "\(Fixture.checkout)/.build/debug/feedherald"

    /// Runs feedherald in a folder, with nothing of the caller's environment.
    init(
        _ arguments: String..., in folder: TemporaryFolder, environment: [String] = [], input: String = ""
    ) throws {
        try self.init(arguments, in: folder, environment: environment, input: input)
    }

    init(
        _ arguments: [String], in folder: TemporaryFolder, environment: [String] = [], input: String = ""
    ) throws {
        let process = try Self.start(arguments, in: folder, environment: environment, input: input)
        status = process.wait()
        output = process.output
        errors = process.errors
    }

    /// Starts feedherald and lets it run.
    static func start(
        _ arguments: [String], in folder: TemporaryFolder, environment: [String] = [], input: String = ""
    ) throws -> ToolProcess {
        let own = ["HOME=\(folder.path)", "XDG_STATE_HOME=\(folder.path)/state", "TZ=UTC"]
        return try ToolProcess(
            ["env", "-C", folder.path] + own + environment + [binary] + arguments, input: Array(input.utf8))
    }
}

extension TemporaryFolder {
    /// A folder with a feeds.json.
    convenience init(feeds text: String) throws {
        try self.init()
        try write(text, to: "feeds.json")
    }
}

/// Small feeds.
enum SampleFeed {
    /// An Atom feed whose entries are `count` articles, one a day up to 2026-11-30, newest first.
    static func atom(title: String = "Sample", count: Int = 3, link: String = "https://example.org") -> String
    {
        let entries = (0..<count).map { index in
            let day = 30 - index % 30
            let number = count - index
            return """
                <entry><id>tag:example.org,2026:\(number)</id><title>Article \(number)</title>
                <link href="\(link)/\(number)"/><updated>2026-11-\(day < 10 ? "0" : "")\(day)T12:00:00Z</updated>
                <author><name>Ada</name></author><summary>Text of article \(number)</summary></entry>
                """
        }
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom"><title>\(title)</title><id>tag:example.org,2026:feed</id>
            <updated>2026-11-30T12:00:00Z</updated><link href="\(link)/"/>
            \(entries.joined(separator: "\n"))</feed>
            """
    }
}
