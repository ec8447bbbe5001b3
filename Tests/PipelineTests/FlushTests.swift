import FeedModel
import Markers
import TestSupport
import Testing

@testable import Pipeline

/// The end of a run against a commit that is under way: a start right after it must find everything.
@Suite struct FlushTests {
    @Test func `the last flush waits for a commit under way`() async throws {
        let folder = try TemporaryFolder()
        let state = try StateFolder(folder.path, access: .writing)
        let desk = MarkerDesk(state: state, clock: .system, log: .silent, counters: Counters())
        for number in 0..<100 {
            let key = FeedKey(url: "https://example.org/\(number)")
            let committing = Task { await desk.commit(Marker(key: key)) }
            // Until the commit has taken what is to be written.
            while await desk.isIdle, !state.markers.isStored(key) { await Task.yield() }
            #expect(await desk.flushAll() == nil)
            #expect(state.markers.isStored(key), "\(number)")
            _ = await committing.value
        }
    }
}

extension MarkerDesk {
    fileprivate var isIdle: Bool { dirty.isEmpty && !isCommitting }
}
