import FeedModel
import FoundationEssentials
import TestSupport
import Testing

/// What the documents show is what the program does.
@Suite struct DocumentTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: DocumentBlock.all("json", "json5"))
    func `a feeds json of the documents passes the check`(block: DocumentBlock) throws {
        try folder.write(block.text, to: "feeds.json")
        let key = try ToolProcess.run(
            "openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256")
        try folder.write(key, to: "AuthKey_ABC123DEFG.p8")
        let run = try ProgramRun("check", in: folder)
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test func `messages of the troubleshooting page are the program's own`() throws {
        let page = try String(
            decoding: Data(contentsOf: URL(fileURLWithPath: "\(Fixture.checkout)/docs/troubleshooting.md")),
            as: UTF8.self)
        let root = "\(Fixture.checkout)/Sources"
        let names = try FileManager.default.subpathsOfDirectory(atPath: root).filter {
            $0.hasSuffix(".swift")
        }
        let code = try names.map {
            String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(root)/\($0)")), as: UTF8.self)
        }.joined()
        var count = 0
        for line in page.split(separator: "\n") where line.hasPrefix("| `") {
            let message = line.dropFirst(3).prefix { $0 != "`" }
            for part in message.split(separator: "…") {
                let words = part.filter { $0 != "\"" }
                // The system's own words, and those of a table's cells, are not in the code as a whole.
                guard !words.hasPrefix("No space left"), !words.hasPrefix("never: ") else { continue }
                count += 1
                #expect(code.contains(words), "\(words)")
            }
        }
        #expect(count > 20)
    }

    /// Commands named in a sentence or a table.
    @Test(arguments: DocumentBlock.files)
    func `a command in a sentence names only what there is`(file: String) throws {
        let spans = DocumentBlock.text(of: file).split(separator: "`", omittingEmptySubsequences: false)
        for span in spans where span.hasPrefix("feedherald ") && !span.contains("\n") {
            let arguments = span.split(separator: " ").dropFirst().map {
                $0.hasPrefix("-") ? String($0.prefix { $0 != "=" && $0 != "\\" }) : String($0)
            }
            guard let first = arguments.first else { continue }
            let isCommand = first.first?.isLowercase == true
            let help = try ProgramRun(isCommand ? [first, "--help"] : ["--help"], in: folder)
            #expect(help.status == 0, "\(span)")
            for option in arguments where option.hasPrefix("-") {
                #expect(help.output.contains(option), "\(span)")
            }
        }
    }
}
