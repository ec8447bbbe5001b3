/// Finds what somebody probably meant.
public enum Suggestion {
    /// The candidate nearest to a word, if it is near enough to be meant: a third of the letters wrong at most.
    public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
        let lowered = Array(word.lowercased().utf8)
        guard lowered.count <= 64 else { return nil }
        var best: (distance: Int, candidate: String)?
        for candidate in candidates {
            let distance = distance(lowered, Array(candidate.lowercased().utf8))
            if distance < best?.distance ?? .max { best = (distance, candidate) }
        }
        guard let best, best.distance <= max(1, max(lowered.count, best.candidate.utf8.count) / 3) else {
            return nil
        }
        return best.candidate
    }

    /// The number of insertions, deletions, replacements and swaps of neighbours between two words.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforeLast = [Int](repeating: 0, count: right.count + 1)
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(
                    last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
