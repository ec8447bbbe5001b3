public import FeedModel

/// Dates of HTTP headers in their three forms (RFC 9110 §5.6.7).
public enum HTTPDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`.
    ///
    /// Years of two digits are read as the nearest such year that is at most 50 years ahead of `now`.
    public static func parse(_ text: String, now: Timestamp) -> Timestamp? {
        let words = text.split { " ,-\t".contains($0) }.map { $0.lowercased() }
        guard words.count >= 5, words.count <= 6 else { return nil }
        let isAscTime = Int(words[1]) == nil
        let (day, month, year, time) =
            isAscTime
            ? (words[2], words[1], words[4], words[3])
            : (words[1], words[2], words[3], words[4])
        guard isAscTime || words.count == 5 || ["gmt", "utc", "z"].contains(words[5]),
            let day = number(day), let month = months.firstIndex(of: String(month.prefix(3))),
            let year = number(year).flatMap({ $0 < 100 ? century(of: $0, now: now) : $0 })
        else { return nil }
        let parts = time.split(separator: ":", omittingEmptySubsequences: false).map { number($0) }
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2] else {
            return nil
        }
        return Timestamp(
            date: CivilDate(year: year, month: month + 1, day: day), hour: hour, minute: minute,
            second: second)
    }

    private static func number(_ text: some StringProtocol) -> Int? {
        text.utf8.count <= 4 && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    private static func century(of year: Int, now: Timestamp) -> Int {
        let thisYear = CivilDate(daysSince1970: Int(now.seconds / 86_400)).year
        let guess = thisYear / 100 * 100 + year
        return guess > thisYear + 50 ? guess - 100 : guess
    }
}
