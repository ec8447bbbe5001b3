import FeedModel
import Host
import Subscriptions

extension Command {
    static let importFeeds = Command(
        name: "import", operands: "FILE|-",
        summary: "Turns another program's list of feeds into a feeds.json on standard output.",
        details: """
            FILE is OPML, newsboat's urls, rss2email's configuration or an sfeedrc, told by its content.
            The feeds.json has "first": "none": what the feeds show at the first start is not announced.
            What cannot be taken over is said on standard error.
            """,
        examples: [
            ("feedherald import subscriptions.opml > feeds.json", "take over what a feed reader exported"),
            ("feedherald import ~/.newsboat/urls > feeds.json", "move from newsboat"),
        ],
        run: { await ImportCommand(invocation: $0).run() })
}

/// `feedherald import`.
struct ImportCommand {
    let invocation: Invocation

    func run() async -> ExitStatus {
        guard let source = invocation.operands.first, invocation.operands.count == 1 else {
            return Program.usage("import needs one FILE or -", of: .importFeeds)
        }
        let bytes: [UInt8]
        do throws(HostError) {
            bytes = try source == "-" ? Files.readStandardInput() : Files.read(source)
        } catch {
            Output.error("feedherald: \(error.message)")
            return .inputMissing
        }
        guard let format = ListFormat.of(bytes) else {
            let known = ListFormat.allCases.map(\.rawValue).joined(separator: ", ")
            Output.error("feedherald: \(source): no list of feeds (known: \(known))")
            return .notFeed
        }
        do throws(ListError) {
            let list = try format.read(bytes)
            let file = FeedsFileWriter.write(list)
            Output.line(file.text)
            for remark in file.remarks { Output.error("feedherald: \(Clean.line(remark))") }
            Output.error(
                "\(file.count) \(file.count == 1 ? "feed" : "feeds") taken over from \(format.rawValue)"
            )
            return .fine
        } catch {
            Output.error("feedherald: \(source): \(error.message)")
            return .notFeed
        }
    }
}
