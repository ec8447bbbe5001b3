internal import FeedParsing
internal import Host
internal import Transport

/// The libraries that the program runs on, as loaded at run time.
public enum LibraryVersions {
    public static var all: [(name: String, version: String)] {
        TransportLibraries.versions + [
            ("libxml2", ParsingLibrary.version), ("PCRE2", Pattern.libraryVersion),
        ]
    }
}
