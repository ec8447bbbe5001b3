public import FeedModel
import XMLTree

/// The way from bytes to a feed.
///
/// Pure: no clock, no network, no files.
public enum FeedParser {
    /// Reads a document of any supported format, told by its content.
    ///
    /// - Parameters:
    ///   - bytes: the document as it came, in any encoding.
    ///   - url: where it came from, after redirects; relative links are resolved against it.
    ///   - contentType: the Content-Type header; only its charset is used.
    public static func parse(
        _ bytes: [UInt8], url: String? = nil, contentType: String? = nil
    ) throws(FeedParsingError) -> Feed {
        throw FeedParsingError(.other, "not read yet")
    }
}
