public import FeedModel

/// The `Retry-After` header (RFC 9110 §10.2.3).
public enum RetryAfter {
    /// No server is obeyed for longer than this.
    public static let cap: Duration = .seconds(86_400)

    /// The wait that a value asks for: seconds or a date, capped at a day.
    ///
    /// Nonsense, zero, negative and past values count as absent, and the back-off decides.
    public static func parse(_ value: String?, now: Timestamp) -> Duration? {
        guard let value else { return nil }
        let text = value.trimmingBlanks
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            let seconds = Int64(text) ?? .max
            return seconds > 0 ? min(cap, .seconds(min(seconds, 1_000_000))) : nil
        }
        guard let moment = HTTPDate.parse(text, now: now), moment > now else { return nil }
        return min(cap, moment - now)
    }
}

extension StringProtocol {
    var trimmingBlanks: String {
        let head = drop { $0 == " " || $0 == "\t" }
        guard let last = head.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return String(head[...last])
    }
}
