import FoundationEssentials
import TestSupport
import Testing

@Suite struct ArchitectureTests {
    let sources: [SourceFile]

    init() throws {
        sources = try SourceFile.all(below: "Sources")
    }

    @Test func `every module stands in the table and has sources`() {
        let modules = Set(sources.map(\.module))
        #expect(modules == Set(ModuleTable.imports.keys))
    }

    @Test func `modules import only what the table allows`() {
        for file in sources {
            let allowed = (ModuleTable.imports[file.module] ?? []).union(ModuleTable.toolchain)
                .union(ModuleTable.wrappers.contains(file.module) ? ModuleTable.system : [])
            for name in file.imports { #expect(allowed.contains(name), "\(file) imports \(name)") }
        }
    }

    @Test func `the manifest gives each module just what the table allows`() throws {
        let manifest = try String(
            decoding: Data(contentsOf: URL(fileURLWithPath: "\(Fixture.checkout)/Package.swift")),
            as: UTF8.self)
        let text = manifest.filter { !$0.isWhitespace }
        for (module, allowed) in ModuleTable.imports where !allowed.isEmpty {
            guard let start = text.firstRange(of: "(\"\(module)\",")?.upperBound,
                let end = text[start...].firstIndex(of: ")")
            else {
                Issue.record("\(module) is not in the manifest")
                continue
            }
            let quoted = text[start..<end].split(separator: "\"").filter {
                $0.first?.isLetter == true && !$0.hasSuffix(":")
            }
            #expect(Set(quoted.map(String.init)) == allowed, "\(module)")
        }
    }

    @Test func `unsafe code stays on floor 1`() {
        for file in sources where !ModuleTable.floor1.contains(file.module) {
            for (index, line) in file.code.enumerated() {
                let words = line.split { !$0.isLetter && $0 != "_" && $0 != "@" }
                #expect(!words.contains("unsafe"), "\(file):\(index + 1)")
                #expect(!words.contains("@unchecked"), "\(file):\(index + 1)")
            }
        }
    }

    @Test func `no file is longer than 400 lines`() throws {
        for file in try sources + SourceFile.all(below: "Tests") {
            #expect(file.lines.count <= 401, "\(file) has \(file.lines.count) lines")
        }
    }

    @Test func `no function is longer than 50 lines`() {
        for file in sources {
            for (line, length) in file.functions {
                #expect(length <= 50, "\(file):\(line) has \(length) lines")
            }
        }
    }

    @Test func `libraries neither print nor end the program`() {
        for file in sources where file.module != "feedherald" {
            for (index, line) in file.code.enumerated() {
                let calls = line.split { !$0.isLetter && $0 != "!" && $0 != "(" && $0 != "." }
                let banned = [
                    "print(", "debugPrint(", "dump(", "fatalError(", "preconditionFailure(", "try!",
                ]
                for call in calls {
                    #expect(!banned.contains { call.hasPrefix($0) }, "\(file):\(index + 1)")
                }
            }
        }
    }
}

extension SourceFile {
    /// Where each function begins (from 1) and how many lines it has, told by the indentation of its closing brace.
    var functions: [(line: Int, length: Int)] {
        var found: [(line: Int, length: Int)] = []
        for (index, line) in lines.enumerated() {
            let indent = line.prefix { $0 == " " }.count
            let words = line.split(separator: " ")
            guard words.contains("func") || words.contains(where: { $0.hasPrefix("init(") }),
                !line.contains("//")
            else {
                continue
            }
            let closing = String(repeating: " ", count: indent) + "}"
            guard
                let end = lines[index...].firstIndex(where: { $0 == closing || $0.hasPrefix(closing + ")") })
            else { continue }
            found.append((index + 1, end - index + 1))
        }
        return found
    }
}
