import FoundationEssentials
import TestSupport
import Testing

@Suite struct GoldenRunTests {
    @Test(arguments: Fixture.names(in: "runs"))
    func `a whole run says and sends what it must`(name: String) async throws {
        let run = try GoldenRun(name)
        let record = try await run.run()
        if ProcessInfo.processInfo.environment["FEEDHERALD_GOLDEN"] == "write" {
            let path = Fixture.path("runs/\(name)/expected.txt")
            try Data(record.utf8).write(to: URL(fileURLWithPath: path))
        }
        let expected = run.expected.split(separator: "\n", omittingEmptySubsequences: false)
        let lines = record.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            #expect(index < expected.count && line == expected[index], "line \(index + 1)")
        }
        #expect(lines.count == expected.count)
    }

    @Test func `there are runs`() {
        #expect(Fixture.names(in: "runs").count >= 5)
    }
}
