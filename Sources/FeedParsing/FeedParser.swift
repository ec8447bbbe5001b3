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
        if let json = JSONDocument.find(bytes, contentType: contentType) {
            return try JSONFeedReader.read(json, url: url)
        }
        let reader = TreeFeedReader(url: url)
        let document: XMLDocument
        do {
            document = try XMLDocument.parse(bytes, contentType: contentType, visitor: reader)
        } catch {
            throw NotAFeed.bytes(bytes, error, url: url, contentType: contentType)
        }
        guard let root = document.root else {
            throw FeedParsingError(.other, "neither XML nor JSON, so not a feed")
        }
        guard let feed = reader.finish(root, isWellFormed: document.isWellFormed) else {
            throw NotAFeed.xml(root, bytes, url: url, contentType: contentType)
        }
        return feed
    }
}
