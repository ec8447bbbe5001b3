import TestSupport
import Testing

/// The examples of `--help`, which stand in the manual too, are run.
@Suite(.serialized) struct HelpExampleTests {
    static let examples = Fixture.names(in: "help", suffix: ".txt").flatMap { name -> [String] in
        let text = (try? Fixture.text("help/\(name)")) ?? ""
        guard let start = text.firstRange(of: "Examples:\n") else { return [] }
        return text[start.upperBound...].split(separator: "\n").filter { $0.hasPrefix("  feedherald") }.map {
            String($0.dropFirst(2))
        }
    }

    @Test func `every command has an example`() {
        #expect(Self.examples.count > 25)
    }

    @Test(arguments: examples)
    func `an example works`(example: String) throws {
        let sandbox = try Sandbox()
        let phone = try PhoneSetup()
        try sandbox.folder.write(
            """
            {"feeds": [{"name": "Swift releases", "url": "feed.xml"}, {"name": "xkcd", "url": "xkcd.xml"},
                       "\(sandbox.url)/feed.atom"],
             "sinks": [\(phone.sink(extra: #""badge": "count""#)),
                       {"type": "webhook", "name": "hook", "url": "\(sandbox.url)/hook"}]}
            """, to: "work/feeds.json")
        for name in ["work/xkcd.xml", "work/saved.xml"] {
            try sandbox.folder.write(SampleFeed.atom(), to: name)
        }
        try sandbox.folder.write("https://one.example/ tag\n", to: ".newsboat/urls")
        for name in [".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions"] {
            try sandbox.folder.write("", to: "\(name)/.keep")
        }
        let run = try sandbox.run(example)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
    }
}
