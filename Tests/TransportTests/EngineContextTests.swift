import Testing

@testable import Transport

@Suite struct EngineContextTests {
    @Test func `old names are dropped by one transfer in five seconds, and by all until one has ended`() {
        let context = EngineContext(zone: { _ in .open })
        let start = ContinuousClock.now
        #expect(context.isNamePruningDue(start))
        #expect(context.isNamePruningDue(start + .seconds(1)), "none has ended")
        context.namesWerePruned(start + .seconds(1))
        #expect(!context.isNamePruningDue(start + .seconds(6)))
        #expect(context.isNamePruningDue(start + .seconds(6.1)))
    }
}
