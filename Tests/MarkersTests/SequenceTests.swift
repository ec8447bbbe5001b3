import FeedModel
import TestSupport
import Testing

struct SequenceTests {
    static let all = Fixture.names(in: "sequences", suffix: ".txt")

    @Test func `there are sequences`() { #expect(Self.all.count >= 30) }

    @Test(arguments: all) func `a history announces what it must, and nothing else`(name: String) throws {
        let sequence = FeedSequence(name: name, text: try Fixture.text("sequences/" + name))
        let found = try surprises(in: sequence)
        #expect(found.isEmpty, "\(found.map(\.description).joined(separator: "\n"))")
    }
}
