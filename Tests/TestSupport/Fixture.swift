internal import FoundationEssentials

/// The files of the checkout, found from where this source file lies.
public enum Fixture {
    /// The checkout's folder.
    public static let checkout: String = {
        var url = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { url.deleteLastPathComponent() }
        return url.path
    }()

    /// The path of a file below `Fixtures/`.
    public static func path(_ name: String) -> String { "\(checkout)/Fixtures/\(name)" }

    public static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
    }

    public static func text(_ name: String) throws -> String {
        String(decoding: try bytes(name), as: UTF8.self)
    }

    /// The names below a folder of `Fixtures/`, sorted, those that end in `suffix`.
    public static func names(in folder: String, suffix: String = "") -> [String] {
        let found = (try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []
        return found.filter { $0.hasSuffix(suffix) && !$0.hasPrefix(".") }.sorted()
    }
}
