import FoundationEssentials
import TestSupport

/// One fenced block of a document.
struct DocumentBlock: Sendable, CustomStringConvertible {
    var file: String
    var line: Int
    /// What stands behind the fence: json, sh, console, text and so on.
    var kind: String
    var text: String
    /// Why it cannot run here: `<!-- not run: REASON -->` on the line before the fence.
    var excuse: String?

    var description: String { "\(file):\(line)" }

    /// All documents that people read, found by listing the folders.
    static let files: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(Fixture.checkout)/docs")) ?? []
        return ["README.md", "CONTRIBUTING.md"]
            + names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
    }()

    /// All blocks of all documents.
    static let all: [DocumentBlock] = files.flatMap { blocks(of: $0, text(of: $0)) }

    static func all(_ kinds: String...) -> [DocumentBlock] {
        all.filter { kinds.contains($0.kind) && $0.excuse == nil }
    }

    static func text(of file: String) -> String {
        (try? Data(contentsOf: URL(fileURLWithPath: "\(Fixture.checkout)/\(file)"))).map {
            String(decoding: $0, as: UTF8.self)
        } ?? ""
    }

    static func blocks(of file: String, _ text: String) -> [DocumentBlock] {
        var found: [DocumentBlock] = []
        var open: DocumentBlock?
        var before: Substring = ""
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") {
                if let block = open { found.append(block) }
                let kind = String(line.dropFirst(3))
                open =
                    open == nil
                    ? DocumentBlock(file: file, line: index + 2, kind: kind, text: "", excuse: excuse(before))
                    : nil
            } else {
                open?.text += line + "\n"
            }
            before = line
        }
        return found
    }

    private static func excuse(_ line: Substring) -> String? {
        guard line.hasPrefix("<!-- not run: "), line.hasSuffix(" -->") else { return nil }
        return String(line.dropFirst("<!-- not run: ".count).dropLast(" -->".count))
    }
}

extension DocumentBlock {
    /// A command of a console block and what it is shown to print.
    struct Shown {
        var command: String
        var output: [String] = []
    }

    /// The commands of a console block: lines that begin with `$ `; the others are output.
    var shown: [Shown] {
        text.split(separator: "\n").reduce(into: []) { result, line in
            if line.hasPrefix("$ ") {
                result.append(Shown(command: String(line.dropFirst(2))))
            } else if !result.isEmpty {
                result[result.count - 1].output.append(String(line))
            }
        }
    }

    /// Whether a line is as shown; `…` stands for anything.
    static func matches(_ line: String, _ shown: String) -> Bool {
        var rest = Substring(line)
        let parts = shown.split(separator: "…", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if index == 0 {
                guard rest.hasPrefix(part) else { return false }
                rest = rest.dropFirst(part.count)
            } else if index == parts.count - 1 {
                return rest.hasSuffix(part)
            } else {
                guard let place = rest.firstRange(of: part) else { return false }
                rest = rest[place.upperBound...]
            }
        }
        return rest.isEmpty
    }
}
