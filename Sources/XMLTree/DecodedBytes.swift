/// Bytes of any encoding as UTF-8, for text that is not XML.
public enum DecodedBytes {
    /// The text without byte order mark, its encoding told as for XML.
    public static func utf8(_ bytes: [UInt8], contentType: String? = nil) -> [UInt8] {
        let decoded = DecodedText(bytes, charset: ContentType.charset(of: contentType))
        return decoded.start == 0 ? decoded.bytes : Array(decoded.bytes[decoded.start...])
    }
}
