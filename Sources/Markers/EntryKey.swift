internal import FeedModel

/// One of the things by which an entry may be known again: a 61-bit hash with its kind in the top three bits.
public struct EntryKey: Sendable, Hashable {
    /// What was hashed.
    public enum Kind: UInt8, Sendable, CaseIterable {
        /// The id as given.
        case id
        /// The id without scheme and host.
        case idPath
        /// The link without scheme, `www.`, tracking, session, trailing slash and index page.
        case link
        /// The same without host.
        case linkPath
        /// The last telling segment of the link's path.
        case slug
        /// The title's words.
        case title
        /// The first enclosure's address, cleaned as a link is.
        case enclosure
        /// The date to the second; lives only while a decision is made.
        case date
    }

    public let bits: UInt64

    init(bits: UInt64) {
        self.bits = bits
    }

    init(_ kind: Kind, _ bytes: some Collection<UInt8>) {
        bits = StableHash.of(bytes) >> 3 | UInt64(kind.rawValue) << 61
    }

    init(_ kind: Kind, _ text: String) {
        bits = StableHash.of(text) >> 3 | UInt64(kind.rawValue) << 61
    }

    public var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: bits >> 61)) ?? .id }

    // One word that is already a hash needs no second one.
    public func hash(into hasher: inout Hasher) { hasher.combine(bits) }
}
