/// When feeds that are due at the start are polled: the first few at once, the rest of a long list spread out.
public enum FirstPolls {
    /// So many start at once, that a newcomer sees life.
    public static let atOnce = 20
    /// The time given to each further feed, as long as the whole stays within one delay.
    static let spacing: Duration = .milliseconds(50)

    /// The wait of the `index`th of `count` feeds (from 0) from the start on.
    public static func wait(index: Int, of count: Int, delay: Duration) -> Duration {
        guard index >= atOnce, count > atOnce else { return .zero }
        let rest = count - atOnce
        let span = min(delay, spacing * rest)
        return span * (Double(index - atOnce + 1) / Double(rest))
    }
}
