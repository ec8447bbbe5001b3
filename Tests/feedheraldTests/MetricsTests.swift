import FoundationEssentials
import TestSupport
import Testing

/// One family of Prometheus' text format, read as strictly as a scraper would.
struct MetricFamily {
    var kind: String
    var samples: [(labels: [String: String], value: Double)] = []

    struct Malformed: Error {
        var line: String
    }

    /// Reads a whole exposition (format 0.0.4): HELP, then TYPE, then the samples of each family, nothing else.
    static func read(_ text: String) throws -> [String: MetricFamily] {
        guard text.hasSuffix("\n") else { throw Malformed(line: "no line end at the end") }
        var families: [String: MetricFamily] = [:]
        var current = ""
        var isTyped = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            if line.hasPrefix("# HELP ") {
                current = String(words[2])
                guard words.count > 3, families[current] == nil, isName(current) else {
                    throw Malformed(line: String(line))
                }
                isTyped = false
            } else if line.hasPrefix("# TYPE ") {
                guard words.count == 4, words[2] == current, ["counter", "gauge"].contains(words[3]), !isTyped
                else {
                    throw Malformed(line: String(line))
                }
                isTyped = true
                families[current] = MetricFamily(kind: String(words[3]))
            } else {
                let (name, labels, value) = try sample(line)
                guard isTyped, name == current,
                    families[name]?.samples.contains(where: { $0.labels == labels }) == false
                else { throw Malformed(line: String(line)) }
                families[name]?.samples.append((labels, value))
            }
        }
        return families
    }

    private static func isName(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
    }

    private static func sample(_ line: Substring) throws -> (String, [String: String], Double) {
        var rest = line
        let name = String(rest.prefix { $0 != "{" && $0 != " " })
        rest = rest.dropFirst(name.count)
        var labels: [String: String] = [:]
        if rest.popFirst() == "{" {
            repeat {
                let key = String(rest.prefix { $0 != "=" })
                rest = rest.dropFirst(key.count + 1)
                guard isName(key), rest.popFirst() == "\"", labels[key] == nil else {
                    throw Malformed(line: String(line))
                }
                labels[key] = try quoted(&rest, line)
            } while rest.popFirst() == ","
            guard rest.popFirst() == " " else { throw Malformed(line: String(line)) }
        }
        guard isName(name), let value = Double(rest), value >= 0 else { throw Malformed(line: String(line)) }
        return (name, labels, value)
    }

    private static func quoted(_ rest: inout Substring, _ line: Substring) throws -> String {
        var text = ""
        while let character = rest.popFirst() {
            if character == "\"" { return text }
            guard character == "\\" else {
                text.append(character)
                continue
            }
            switch rest.popFirst() {
            case "n": text.append("\n")
            case "\\": text.append("\\")
            case "\"": text.append("\"")
            default: throw Malformed(line: String(line))
            }
        }
        throw Malformed(line: String(line))
    }
}

@Suite struct MetricsTests {
    @Test func `a sweep's metrics are whole, well-formed and true`() throws {
        let folder = try TemporaryFolder()
        let server = try LocalHTTPServer { request in
            request.path == "/good" ? ServedAnswer(200, [:], SampleFeed.atom()) : ServedAnswer(404)
        }
        defer { server.stop() }
        try folder.write(
            #"""
            {"defaults": {"first": "all"}, "feeds": ["\#(server.url("/good"))", "\#(server.url("/bad"))"],
             "sinks": [{"type": "file", "name": "a \"log\"", "path": "log.jsonl"}]}
            """#, to: "feeds.json")
        let run = try ProgramRun("--once", "--metrics", "metrics.prom", in: folder)
        #expect(run.status == 75)
        let metrics = try MetricFamily.read(folder.read("metrics.prom"))
        func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
            metrics["feedherald_\(name)"]?.samples.first { $0.labels == labels }?.value
        }
        #expect(value("sweeps_total") == 1)
        #expect(value("feeds") == 2)
        #expect(value("feeds_failing") == 1)
        #expect(value("new_entries_total") == 3)
        #expect(value("requests_total", ["answer": "200"]) == 1)
        #expect(value("requests_total", ["answer": "404"]) == 1)
        #expect(value("poll_failures_total") == 1)
        #expect(value("announcements_total", ["sink": "console", "outcome": "delivered"]) == 3)
        #expect(value("announcements_total", ["sink": "a \"log\"", "outcome": "delivered"]) == 3)
        #expect(value("deliveries_owed") == 0)
        #expect(value("stage_seconds_total", ["stage": "transport"]) ?? 0 > 0)
        #expect(value("build_info", ["version": "0.1.0"]) == 1)
        for (name, family) in metrics {
            #expect(name.hasSuffix("_total") == (family.kind == "counter"), "\(name)")
        }
        #expect(!folder.exists("metrics.prom.tmp"))
        let documented = try String(
            decoding: Data(contentsOf: URL(fileURLWithPath: "\(Fixture.checkout)/docs/metrics.md")),
            as: UTF8.self)
        for name in metrics.keys { #expect(documented.contains("| `\(name)` |"), "\(name)") }
        for row in documented.split(separator: "\n") where row.hasPrefix("| `feedherald_") {
            let cells = row.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
            let family = try #require(metrics[cells[0].filter { $0 != "`" }], "\(row)")
            #expect(family.kind == cells[1])
            let labels = Set(family.samples.flatMap(\.labels.keys))
            #expect(
                labels == Set(cells[2].split(separator: ",").map { $0.filter { $0 != "`" && $0 != " " } }),
                "\(row)")
        }
    }

    @Test func `a metrics file that cannot be written does not stop the watch`() throws {
        let folder = try TemporaryFolder(feeds: #"{"feeds": []}"#)
        let run = try ProgramRun("--once", "--metrics", "missing/metrics.prom", in: folder)
        #expect(run.status == 0)
        #expect(run.errors.contains("the metrics are not written: cannot write missing/metrics.prom"))
    }

    @Test(arguments: ["a 1", "# HELP a b\na 1\n", "# HELP a b\n# TYPE a gauge\na{b=\"c} 1\n"])
    func `the reader of these tests refuses what is malformed`(text: String) {
        #expect(throws: MetricFamily.Malformed.self) { try MetricFamily.read(text) }
    }
}
