internal import CCurl

/// An absolute URL taken apart by libcurl, so that what we check is what libcurl will connect to.
public struct URLReference: Sendable, Hashable {
    /// The URL without user name and password; otherwise as libcurl writes it.
    public let text: String
    /// Lower case.
    public let scheme: String
    /// Lower case, without the brackets of an IPv6 address; empty for files.
    public let host: String
    /// The port, the scheme's own where the URL names none; 0 for files.
    public let port: Int
    public let user: String?
    public let password: String?
    /// The path still percent-encoded.
    public let path: String

    /// Reads an absolute URL of any scheme; nil for anything that libcurl cannot read as one.
    ///
    /// Spaces and bytes outside ASCII are percent-encoded, as browsers do.
    public init?(_ url: String) {
        guard let handle = URLHandle(url) else { return nil }
        self.init(handle)
    }

    init?(_ handle: borrowing URLHandle) {
        guard let scheme = handle.part(CURLUPART_SCHEME) else { return nil }
        self.scheme = scheme.lowercased()
        let host = (handle.part(CURLUPART_HOST) ?? "").lowercased()
        self.host = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        port = handle.part(CURLUPART_PORT, CURLU_DEFAULT_PORT).flatMap { Int($0) } ?? 0
        user = handle.part(CURLUPART_USER, CURLU_URLDECODE)
        password = handle.part(CURLUPART_PASSWORD, CURLU_URLDECODE)
        path = handle.part(CURLUPART_PATH) ?? "/"
        if user != nil || password != nil { handle.removeCredentials() }
        guard let text = handle.part(CURLUPART_URL) else { return nil }
        self.text = text
        guard scheme == "file" || !host.isEmpty else { return nil }
    }

    /// The parts that must be equal for credentials to be sent: `scheme://host:port` (RFC 6454).
    public var origin: String { "\(scheme)://\(host):\(port)" }

    /// Whether it is http or https.
    public var isWeb: Bool { scheme == "http" || scheme == "https" }

    /// The decoded path of a file URL; nil for other schemes, for other hosts and for paths with a zero byte.
    public var filePath: String? {
        guard scheme == "file", host.isEmpty || host == "localhost" else { return nil }
        var bytes: [UInt8] = []
        var rest = Array(path.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == 0x25, let high = rest.first.flatMap(Self.hex),
                let low = rest.dropFirst().first.flatMap(Self.hex)
            {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    /// The absolute URL that a reference means on a page of this URL (RFC 3986 §5.2); nil when it is no URL.
    public func resolving(_ reference: String) -> URLReference? {
        // libcurl 7.88 drops the page's last segment and query before a bare fragment.
        if reference.hasPrefix("#") { return URLReference(text.prefix { $0 != "#" } + reference) }
        guard let handle = URLHandle(text), handle.set(reference) else { return nil }
        return URLReference(handle)
    }

    /// A file URL for an absolute path.
    public static func file(_ path: String) -> String {
        "file://" + percentEncoded(path, keeping: "/")
    }

    /// Percent-encodes all but the unreserved characters of RFC 3986 §2.3 and those to keep.
    public static func percentEncoded(_ text: String, keeping kept: String = "") -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let kept = Array(kept.utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
            case _ where kept.contains(byte): bytes.append(byte)
            default: bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hex(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
