/// Durations as people write them: `90`, `0.5`, `90s`, `15m`, `2h`, `1d`, `1h30m`.
public enum Interval {
    /// Reads a duration; nil for anything else, negative or not finite numbers among it.
    public static func parse(_ text: some StringProtocol) -> Duration? {
        var total = 0.0
        var number = ""
        var isUnitSeen = false
        guard !text.isEmpty, text.utf8.count <= 32 else { return nil }
        for character in text {
            if character.isASCII, character.isNumber || character == "." {
                number.append(character)
                continue
            }
            guard let unit = seconds[character], let value = Double(number) else { return nil }
            total += value * unit
            number = ""
            isUnitSeen = true
        }
        if !number.isEmpty {
            guard !isUnitSeen, let value = Double(number) else { return nil }
            total = value
        }
        guard total.isFinite, total < 3_200_000_000 else { return nil }
        return .milliseconds(Int64((total * 1000).rounded()))
    }

    private static let seconds: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]

    /// The duration for people: `4m`, `1h 30m`, `45s`, `0.5s`, `3d 2h`; two units at most.
    public static func text(_ duration: Duration) -> String {
        let milliseconds = max(0, duration.wholeMilliseconds)
        guard milliseconds >= 1000 else {
            return milliseconds == 0 ? "0s" : "\(Double(milliseconds) / 1000)s"
        }
        if milliseconds < 10_000, milliseconds / 100 % 10 != 0 {
            return "\(Double(milliseconds / 100) / 10)s"
        }
        let total = (milliseconds + 500) / 1000
        let parts = [
            (total / 86_400, "d"), (total / 3600 % 24, "h"), (total / 60 % 60, "m"), (total % 60, "s"),
        ]
        guard let first = parts.firstIndex(where: { $0.0 > 0 }) else { return "0s" }
        return parts[first...].prefix(2).filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined(separator: " ")
    }
}
