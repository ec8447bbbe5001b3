import FeedModel
import Pipeline
import TestSupport
import Testing

/// The borrower's side towards a holder that is no watch.
@Suite struct BorrowingTests {
    @Test func `a holder that does not lend is named when patience ends, and not harmed`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "lock")
        let holder = try ToolProcess([
            "flock", folder.file("lock"), "sh", "-c", "echo $$ > '\(folder.file("lock"))'; exec sleep 3600",
        ])
        defer { holder.stop() }
        let start = ContinuousClock.now
        while try folder.read("lock").isEmpty { try #require(start.duration(to: .now) < .seconds(30)) }
        do throws(HeraldError) {
            _ = try await StateEditor(folder.path, patience: .milliseconds(100))
            Issue.record("the state was taken")
        } catch {
            guard case .held(let failure) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(failure.message.hasPrefix("another feedherald (process "))
        }
        #expect(try ToolProcess(["kill", "-0", "\(holder.identifier)"]).wait() == 0)
    }
}
