/// Bare id and link hashes of articles whose records were dropped: sixteen bytes each, kept for a year.
public struct ForgottenKeys: Sendable, Hashable {
    /// The day since 1970 on which each was last seen, never falling.
    var days: [Int32] = []
    var ids: [UInt64] = []
    var links: [UInt64] = []

    public init() {}

    public var count: Int { days.count }

    static let longest = 20_000
    static let daysKept: Int32 = 366
}
