import FeedModel
import FeedParsing
import Host

/// `feedherald parse [--base URL] [--content-type TYPE] FILE|-`: prints a feed as one JSON object (DESIGN §5).
struct ParseCommand {
    /// Against what relative links are resolved; nil leaves that to the document.
    var base: String?
    var contentType: String?
    /// A path, or `-` for standard input.
    var source: String

    /// How it ended: the exit status, and the line for standard error.
    enum Ending {
        case done
        /// 66: there is no such file, or it cannot be read.
        case missing(String)
        /// 65: what is there is no feed.
        case notFeed(String)
        /// 73: standard output cannot be written.
        case unwritable(String)
    }

    /// Reads the source and writes the feed to standard output; a local file may have any size.
    func run() -> Ending {
        let bytes: [UInt8]
        do {
            bytes = try source == "-" ? Files.readStandardInput() : Files.read(source)
        } catch {
            return .missing("\(error)")
        }
        return Self.write(bytes, name: source, base: base, contentType: contentType)
    }

    /// Parses bytes that are at hand and writes the feed to standard output.
    static func write(_ bytes: [UInt8], name: String, base: String?, contentType: String?) -> Ending {
        let feed: Feed
        do {
            feed = try FeedParser.parse(bytes, url: base, contentType: contentType)
        } catch {
            return .notFeed("\(name): \(error)")
        }
        var writer = JSONWriter()
        do {
            try writer.feed(feed) { (piece) throws(HostError) in try StandardStream.output.write(piece) }
            try StandardStream.output.write([0x0A])
        } catch {
            return .unwritable("\(error)")
        }
        return .done
    }
}
