import FeedModel
import FoundationEssentials
import TestSupport
import Testing

/// One fenced block of a document.
struct DocumentBlock: Sendable, CustomStringConvertible {
    var file: String
    var line: Int
    /// json, sh, text.
    var kind: String
    var text: String

    var description: String { "\(file):\(line)" }

    /// All blocks of docs/*.md.
    static let all: [DocumentBlock] = {
        let folder = "\(Fixture.checkout)/docs"
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
            $0.hasSuffix(".md")
        }
        return names.sorted().flatMap { name in
            blocks(
                of: name,
                (try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))).map {
                    String(decoding: $0, as: UTF8.self)
                } ?? "")
        }
    }()

    private static func blocks(of file: String, _ text: String) -> [DocumentBlock] {
        var found: [DocumentBlock] = []
        var open: DocumentBlock?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") {
                if let block = open { found.append(block) }
                open =
                    open == nil
                    ? DocumentBlock(file: file, line: index + 2, kind: String(line.dropFirst(3)), text: "")
                    : nil
            } else {
                open?.text += line + "\n"
            }
        }
        return found
    }
}

/// What the documents show is what the program does.
@Suite struct DocumentTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `the documents hold blocks of each kind`() {
        for kind in ["json", "sh", "text"] { #expect(DocumentBlock.all.contains { $0.kind == kind }) }
        for block in DocumentBlock.all { #expect(["json", "sh", "text"].contains(block.kind), "\(block)") }
    }

    @Test(arguments: DocumentBlock.all.filter { $0.kind == "json" })
    func `a feeds json of the documents passes the check`(block: DocumentBlock) throws {
        try folder.write(block.text, to: "feeds.json")
        let key = try ToolProcess.run(
            "openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256")
        try folder.write(key, to: "AuthKey_ABC123DEFG.p8")
        let run = try ProgramRun("check", in: folder)
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test(arguments: DocumentBlock.all.filter { $0.kind == "sh" })
    func `a command of the documents works`(block: DocumentBlock) throws {
        try folder.write(SampleFeed.atom(), to: "feed.xml")
        try folder.write(#"{"feeds": [{"name": "example", "url": "feed.xml"}]}"#, to: "feeds.json")
        try folder.write("[feed.one]\nurl = https://one.example/\n", to: "rss2email.cfg")
        try folder.write("https://one.example/ tag\n", to: "urls")
        try folder.write("feeds() {\n\tfeed one https://one.example/\n}\n", to: "sfeedrc")
        try folder.write(
            "<opml><body><outline xmlUrl='https://one.example/'/></body></opml>", to: "subscriptions.opml")
        try folder.write("#!/bin/sh\nexec '\(ProgramRun.binary)' \"$@\"\n", to: "bin/feedherald")
        try ToolProcess.run("chmod", "+x", folder.file("bin/feedherald"))
        try folder.write("set -eu\n" + block.text, to: "script")
        let process = try ToolProcess([
            "env", "-C", folder.path, "PATH=\(folder.file("bin")):/usr/bin:/bin", "HOME=\(folder.path)", "sh",
            "script",
        ])
        #expect(process.wait() == 0, "\(process.output)\(process.errors)")
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

    /// Commands that need a system of their own are at least spelt as the program takes them.
    @Test(arguments: DocumentBlock.all.filter { $0.kind == "text" })
    func `a command that cannot run here names only what there is`(block: DocumentBlock) throws {
        for line in block.text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init).prefix {
                !$0.hasPrefix("#") && $0 != "|" && $0 != ">"
            }
            guard let start = words.firstIndex(where: { $0 == "feedherald" || $0.hasSuffix("/feedherald") }),
                line.contains("feedherald "),
                words.startIndex == start || line.contains("ExecStart") || line.contains("sudo")
                    || line.contains("* *")
            else { continue }
            let arguments = words[(start + 1)...]
            guard let first = arguments.first else { continue }
            let isCommand = first.first?.isLetter == true
            let help = try ProgramRun(isCommand ? [first, "--help"] : ["--help"], in: folder)
            #expect(help.status == 0, "\(line)")
            for option in arguments where option.hasPrefix("-") {
                #expect(help.output.contains(option), "\(line)")
            }
        }
    }
}
