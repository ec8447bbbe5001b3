public import FeedModel
public import Transport

/// How long an answer is fresh by its own headers (RFC 9111 §4.2).
public enum CachePolicy {
    /// What an answer says of its freshness.
    public enum Verdict: Sendable, Hashable {
        /// Nothing at all.
        case silent
        /// To be asked again at any time (`no-cache`, `no-store`, an age of zero, a passed date).
        case stale
        /// Fresh for so long from now, at most a day.
        case fresh(Duration)
    }

    /// Reads `Cache-Control`, else `Expires`; `Age` shortens the former.
    public static func verdict(_ headers: HeaderFields, now: Timestamp) -> Verdict {
        let directives = headers.all("cache-control").flatMap { split($0.lowercased()) }
        if directives.contains(where: { $0.hasPrefix("no-cache") || $0.hasPrefix("no-store") }) {
            return .stale
        }
        if let value = directives.first(where: { $0.hasPrefix("max-age=") })?.dropFirst(8) {
            let digits = value.filter { $0 != "\"" }
            if !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
                let age = headers["age"].flatMap { Int64($0) } ?? 0
                let seconds = min(Int64(digits) ?? .max, 1_000_000_000) - max(0, min(age, 1_000_000_000))
                return verdict(.seconds(seconds))
            }
        }
        guard let expires = headers["expires"] else { return .silent }
        guard let end = HTTPDate.parse(expires, now: now) else { return .stale }
        let start = headers["date"].flatMap { HTTPDate.parse($0, now: now) } ?? now
        return verdict(end - start)
    }

    /// The directives of a field: commas inside quoted strings part none (RFC 9110 §5.6.4).
    private static func split(_ field: String) -> [String] {
        var isQuoted = false
        var isEscaped = false
        return field.split { letter in
            if isEscaped {
                isEscaped = false
            } else if letter == "\\" {
                isEscaped = isQuoted
            } else if letter == "\"" {
                isQuoted.toggle()
            }
            return letter == "," && !isQuoted
        }.map(\.trimmingBlanks)
    }

    private static func verdict(_ time: Duration) -> Verdict {
        time > .zero ? .fresh(min(time, .seconds(86_400))) : .stale
    }
}
