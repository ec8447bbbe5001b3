internal import FeedParsing
internal import Transport

/// The libraries that the program runs on.
public enum LibraryVersions {
    public static var all: [(name: String, version: String)] { [] }
}
