import FeedModel
import FoundationEssentials
import TestSupport
import Testing

/// A hundred and more files, each with one fault.
@Suite struct MutatedFileTests {
    /// `export` reads feeds.json as a start does, and needs neither keys nor a network.
    private func load(_ text: String, in folder: TemporaryFolder) throws -> ProgramRun {
        try folder.write(text, to: "feeds.json")
        return try ProgramRun("export", in: folder)
    }

    @Test func `the good file is accepted`() throws {
        let run = try load(GoodFile.text, in: TemporaryFolder())
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.isEmpty)
    }

    @Test func `every mutation is refused with 78 and the right line`() throws {
        let folder = try TemporaryFolder()
        let mutations = try GoodFile.mutations()
        #expect(mutations.count > 400)
        for mutation in mutations {
            let run = try load(mutation.text, in: folder)
            #expect(run.status == 78, "\(mutation): \(run.status) \(run.errors)")
            #expect(run.output.isEmpty, "\(mutation)")
            let lines = run.errors.split(separator: "\n").compactMap { line -> Int? in
                guard line.hasPrefix("feeds.json:") else { return nil }
                return Int(line.dropFirst("feeds.json:".count).prefix { $0 != ":" })
            }
            #expect(
                lines.contains { mutation.lines.contains($0) }, "\(mutation) \(mutation.lines): \(run.errors)"
            )
        }
    }

    @Test func `the schema takes the good file and no mutation that it can see`() throws {
        let folder = try TemporaryFolder()
        let mutations = try GoodFile.mutations().filter(\.isForSchema)
        #expect(mutations.count > 100)
        try folder.write(GoodFile.text, to: "good.json")
        for (index, mutation) in mutations.enumerated() {
            try folder.write(mutation.text, to: "\(index).bad")
        }
        try folder.write(
            """
            import glob, json, sys
            import jsonschema
            schema = json.load(open(sys.argv[1]))
            jsonschema.Draft202012Validator.check_schema(schema)
            validator = jsonschema.Draft202012Validator(schema)
            for error in validator.iter_errors(json.load(open("good.json"))): print("good:", error.message)
            for path in glob.glob("*.bad"):
                if validator.is_valid(json.load(open(path))): print(path)
            """, to: "validate.py")
        let schema = "\(Fixture.checkout)/docs/feeds.schema.json"
        let output = try ToolProcess.run("env", "-C", folder.path, "python3", "validate.py", schema)
        let accepted = String(decoding: output, as: UTF8.self).split(separator: "\n").map { line -> String in
            let number = Int(line.prefix { $0 != "." })
            return number.map { mutations[$0].description } ?? String(line)
        }
        #expect(accepted == [])
    }

    @Test func `all faults come in one go, in the order of the file`() throws {
        let run = try load(
            "{\"feeds\": [3, \"ftp://x/\"],\n\"dely\": 1,\n\"perHost\": 99}", in: TemporaryFolder())
        #expect(run.status == 78)
        let places = run.errors.split(separator: "\n").map { $0.split(separator: " ")[0] }
        #expect(places == ["feeds.json:1:12:", "feeds.json:1:15:", "feeds.json:2:1:", "feeds.json:3:12:"])
        #expect(run.errors.contains("did you mean \"delay\"?"))
    }
}
