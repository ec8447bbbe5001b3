import FoundationEssentials
import TestSupport

/// One Swift file of the checkout.
struct SourceFile: Sendable, CustomStringConvertible {
    /// Below the checkout.
    let path: String
    let lines: [String]

    var description: String { path }

    /// The module it belongs to: the folder below Sources or Tests.
    var module: String { String(path.split(separator: "/")[1]) }

    /// The names of all modules that the file imports, whatever the access level.
    var imports: [String] {
        lines.compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            guard let at = words.firstIndex(of: "import"), at + 1 < words.count,
                words[..<at].allSatisfy({
                    ["public", "internal", "private", "package", "@testable", "@preconcurrency"].contains($0)
                })
            else { return nil }
            return String(words.last?.split(separator: ".").first ?? "")
        }
    }

    /// The code without comments and the contents of plain strings.
    var code: [String] {
        lines.map { line in
            let text = line.drop { $0 == " " }
            if text.hasPrefix("//") { return "" }
            return line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset.isMultiple(of: 2) }.map { String($0.element) }.joined(separator: "\"\"")
        }
    }

    static func all(below folder: String) throws -> [SourceFile] {
        let root = "\(Fixture.checkout)/\(folder)"
        let names = try FileManager.default.subpathsOfDirectory(atPath: root).filter {
            $0.hasSuffix(".swift")
        }
        return try names.sorted().map { name in
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(name)"))
            let text = String(decoding: data, as: UTF8.self)
            return SourceFile(
                path: "\(folder)/\(name)",
                lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        }
    }
}
