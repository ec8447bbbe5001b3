/// The best of several values offered: the lowest rank wins, among equals the first.
struct Ranked<Value> {
    private(set) var value: Value?
    private(set) var rank = Int.max

    /// Takes a value unless a better one is there; nil is never taken.
    mutating func offer(_ value: Value?, _ rank: Int) {
        guard let value, rank < self.rank else { return }
        self.value = value
        self.rank = rank
    }

    /// Whether a value of that rank would be taken, so that it need not be made in vain.
    func wants(_ rank: Int) -> Bool { rank < self.rank }
}
