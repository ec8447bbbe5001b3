/// A feed taken over from another program.
public struct ImportedFeed: Sendable, Hashable {
    public var url: String
    public var name: String?
    /// Folders and categories.
    public var tags: [String] = []
    public var isPaused = false
    /// The line of the source it stood on; 0 where that is not known.
    public var line = 0

    public init(url: String, name: String? = nil, tags: [String] = []) {
        self.url = url
        self.name = name
        self.tags = tags
    }
}

/// What was found in another program's list.
public struct ImportedList: Sendable {
    public var feeds: [ImportedFeed] = []
    /// What could not be taken over, a sentence each.
    public var remarks: [String] = []

    public init() {}
}
