/// A text that must not be shown: printing or interpolating one gives dots; only ``reveal()`` gives the text.
public struct Secret: Sendable, Hashable {
    private let text: String

    public init(_ text: String) {
        self.text = text
    }

    /// The text itself, for the place that needs it and nothing else.
    public func reveal() -> String { text }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "••••" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// URLs as they may be shown: without user name, password and the values of query items that look like keys.
public enum URLMask {
    private static let secretNames = [
        "token", "key", "apikey", "api_key", "secret", "password", "pass", "passwd", "auth", "access_token",
        "sig",
        "signature", "user_token", "private_token", "feed_token",
    ]

    /// The URL with credentials replaced by `***`; text that is no URL comes back as it is.
    public static func masked(_ url: String) -> String {
        guard url.utf8.contains(where: { $0 == 0x40 || $0 == 0x3F }) else { return url }
        var text = url
        if let scheme = text.firstRange(of: "://") {
            let end = text[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? text.endIndex
            if let at = text[scheme.upperBound..<end].lastIndex(of: "@") {
                text.replaceSubrange(scheme.upperBound..<at, with: "***")
            }
        }
        guard let question = text.firstIndex(of: "?") else { return text }
        let tail = text.index(after: question)
        let fragment = text[tail...].firstIndex(of: "#") ?? text.endIndex
        let items = text[tail..<fragment].split(separator: "&", omittingEmptySubsequences: false).map {
            item in
            guard let equals = item.firstIndex(of: "="), secretNames.contains(item[..<equals].lowercased())
            else {
                return String(item)
            }
            return "\(item[..<equals])=***"
        }
        return String(text[..<tail]) + items.joined(separator: "&") + String(text[fragment...])
    }
}

extension StringProtocol {
    fileprivate func firstRange(of needle: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(needle) { return start..<index(start, offsetBy: needle.count) }
            start = index(after: start)
        }
        return nil
    }
}
