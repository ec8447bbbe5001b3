/// The lists of feeds that can be taken over, told by their content.
public enum ListFormat: String, Sendable, CaseIterable {
    case opml = "OPML"
    /// `urls` of newsboat: an address a line, then tags.
    case newsboat = "newsboat urls"
    /// `rss2email.cfg`: a section a feed.
    case rss2email = "rss2email configuration"
    /// `sfeedrc`: a shell function of `feed` calls.
    case sfeed = "sfeedrc"

    /// Tells the format; nil for what is none of them.
    public static func of(_ bytes: [UInt8]) -> ListFormat? {
        let head = String(decoding: bytes.prefix(64 << 10), as: UTF8.self)
        let lowered = head.lowercased()
        if lowered.contains("<opml") || lowered.contains("<outline") { return .opml }
        let lines = head.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " || $0 == "\t" } }
        if lines.contains(where: { $0.hasPrefix("[feed.") || $0.hasPrefix("[DEFAULT]") }) {
            return .rss2email
        }
        if lines.contains(where: {
            $0.hasPrefix("feeds()") || $0.hasPrefix("feed ") || $0.hasPrefix("feed\t")
        }) {
            return .sfeed
        }
        let isURLs = lines.contains { line in
            line.hasPrefix("http://") || line.hasPrefix("https://") || line.hasPrefix("\"query:")
                || line.hasPrefix("query:") || line.hasPrefix("exec:") || line.hasPrefix("file:")
        }
        return isURLs ? .newsboat : nil
    }

    /// Reads a list of this format.
    public func read(_ bytes: [UInt8]) throws(ListError) -> ImportedList {
        switch self {
        case .opml: try OPMLReader.read(bytes)
        case .newsboat: NewsboatReader.read(String(decoding: bytes, as: UTF8.self))
        case .rss2email: Rss2EmailReader.read(String(decoding: bytes, as: UTF8.self))
        case .sfeed: SfeedReader.read(String(decoding: bytes, as: UTF8.self))
        }
    }
}

/// Why a list cannot be read.
public struct ListError: Error, Sendable {
    /// One sentence without a full stop.
    public var message: String
}
