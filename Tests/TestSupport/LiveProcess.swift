internal import FoundationEssentials

/// Whether processes that a test knows by their numbers still run.
public enum LiveProcess {
    /// False where there is none of that number, or where it only waits to be reaped.
    public static func isRunning(_ number: some StringProtocol) -> Bool {
        let folder = "/proc/\(number)"
        guard let bytes = FileManager.default.contents(atPath: folder + "/stat") else { return false }
        let text = String(decoding: bytes, as: UTF8.self)
        // The name before the state may hold anything, parentheses too.
        guard let end = text.lastIndex(of: ")") else { return false }
        return !["Z", "X"].contains(text[end...].dropFirst(2).prefix(1))
    }

    /// What this process holds in memory now (VmRSS).
    public static var residentKilobytes: Int {
        let status = FileManager.default.contents(atPath: "/proc/self/status").map {
            String(decoding: $0, as: UTF8.self)
        }
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
}
