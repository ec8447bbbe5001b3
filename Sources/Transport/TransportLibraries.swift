internal import CCurl
internal import CNGHTTP2
internal import COpenSSL
internal import CUnpack

/// The libraries of this module as loaded at run time.
public enum TransportLibraries {
    /// Names and versions: libcurl, OpenSSL, nghttp2, and what unpacks bodies.
    public static var versions: [(name: String, version: String)] {
        [
            ("libcurl", curl), ("OpenSSL", openSSL), ("nghttp2", http2),
            ("libdeflate", LIBDEFLATE_VERSION_STRING), ("brotli", brotli),
            ("zstd", unsafe text(ZSTD_versionString())),
        ]
    }

    private static var curl: String { unsafe text(curl_version_info(CURLVERSION_TENTH).pointee.version) }

    /// `OpenSSL 3.0.17 1 Jul 2025` without its own name and the date.
    private static var openSSL: String {
        let words = unsafe text(OpenSSL_version(OPENSSL_VERSION)).split(separator: " ")
        return words.count > 1 ? String(words[1]) : "unknown"
    }

    private static var http2: String {
        guard let info = unsafe nghttp2_version(0) else { return "unknown" }
        return unsafe text(info.pointee.version_str)
    }

    /// Major, minor and patch in 8, 12 and 12 bits (`brotli/decode.h`).
    private static var brotli: String {
        let version = BrotliDecoderVersion()
        return "\(version >> 24).\(version >> 12 & 0xFFF).\(version & 0xFFF)"
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        guard let pointer = unsafe pointer else { return "unknown" }
        return unsafe String(cString: pointer)
    }
}
