internal import CCurl

/// A result code of libcurl, as a value.
public struct CurlCode: RawRepresentable, Sendable, Hashable {
    public var rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    init(_ code: CURLcode) {
        rawValue = Int(code.rawValue)
    }

    public static let ok = CurlCode(CURLE_OK)
    public static let outOfMemory = CurlCode(CURLE_OUT_OF_MEMORY)
    public static let unsupportedProtocol = CurlCode(CURLE_UNSUPPORTED_PROTOCOL)

    /// What libcurl calls it, such as "Server returned nothing (no headers, no data)".
    public var text: String {
        unsafe String(cString: curl_easy_strerror(CURLcode(rawValue: UInt32(clamping: rawValue))))
    }
}
