public import FeedModel

/// What is remembered of one article: hashes of everything it was known by, and its last title, date and text digest.
public struct EntryRecord: Sendable, Hashable {
    /// Keys under which it was seen, the latest of a kind last; bounded per kind.
    public var keys: [EntryKey]
    /// A digest of id, title, link, dates and the extent of the text: equal means nothing about it changed.
    public var exact: UInt64
    /// A digest of the text's extent, to see cheaply that it changed.
    public var extent: UInt32
    /// The words of the last title, cut to 96 bytes.
    public var title: String
    public var date: Timestamp?
    /// Similarity digest of the text; meaningless when ``words`` is 0.
    public var simhash: UInt64
    /// Words of text, up to the bound that is looked at.
    public var words: Int
    /// Digest of title and whole text as plain words, kept where updates are announced; 0 otherwise.
    public var wording: UInt64
    public var firstSeen: Timestamp
    public var lastSeen: Timestamp
}
