import FoundationEssentials
import TestSupport
import Testing

/// What `scripts/docs` writes must be what the program says now.
@Suite struct GeneratedDocsTests {
    @Test(arguments: [
        ("man1", "man/feedherald.1"), ("man5", "man/feedherald.json.5"), ("schema", "feeds.schema.json"),
        ("keys", "feeds.json.md"),
    ])
    func `documents follow the code`(what: String, file: String) throws {
        let run = try ProgramRun("docs", what, in: TemporaryFolder())
        #expect(run.status == 0)
        let path = "\(Fixture.checkout)/docs/\(file)"
        let kept = try String(decoding: Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        #expect(run.output == kept, "run scripts/docs")
    }

    @Test(arguments: ["feedherald.1", "feedherald.json.5"])
    func `manual pages are clean roff`(page: String) throws {
        let path = "\(Fixture.checkout)/docs/man/\(page)"
        let lint = try ToolProcess(["mandoc", "-T", "lint", path])
        lint.wait()
        #expect(lint.output.isEmpty, "\(lint.output)")
        let text = String(decoding: try ToolProcess.run("mandoc", "-T", "html", path), as: UTF8.self)
        for title in ["NAME", "DESCRIPTION"] { #expect(text.contains("\(title)</a>")) }
    }

    /// A webhook's url and body are not those of the other sinks.
    @Test func `keys that mean something else in one type of sink are listed there`() throws {
        for (what, marks) in [
            (
                "keys",
                ["## `webhook`", "| `url` (required) | Where to send to. |", "| `body` | A JSON template"]
            ),
            (
                "man5",
                [
                    ".SS \"webhook\"", "\\fBurl (required)\\fR\nWhere to send to.",
                    "\\fBbody\\fR\nA JSON template",
                ]
            ),
        ] {
            let text = try ProgramRun("docs", what, in: TemporaryFolder()).output
            let section = try #require(text.firstRange(of: marks[0])).upperBound
            for mark in marks.dropFirst() { #expect(text[section...].contains(mark), "\(what): \(mark)") }
        }
    }

    @Test func `the manual of the file knows every key of the good file`() throws {
        let text = try String(
            decoding: Data(
                contentsOf: URL(fileURLWithPath: "\(Fixture.checkout)/docs/man/feedherald.json.5")),
            as: UTF8.self)
        let keys = GoodFile.text.split(separator: "\n").compactMap { line -> Substring? in
            let parts = line.split(separator: "\"")
            return parts.count > 1 && line.contains("\":") ? parts[1] : nil
        }
        let own: Set<Substring> = ["X-Reader", "q", "Authorization", "LANG", "page", "env", "newest"]
        for key in Set(keys) where !own.contains(key) {
            #expect(text.contains("\\fB\(key)"), "\(key)")
        }
    }
}
