import FeedModel
import FeedParsing
import Host
import Pipeline

extension Command {
    static let parse = Command(
        name: "parse", operands: "FILE|URL|-", summary: "Prints a feed as one JSON object.",
        options: [
            OptionHelp("base", value: "URL", says: "resolve relative links against it"),
            OptionHelp("content-type", value: "TYPE", says: "take it as the Content-Type the feed came with"),
        ],
        examples: [
            ("feedherald parse https://example.org/feed.atom", "what a feed says"),
            ("feedherald parse - < saved.xml", "a document from standard input"),
        ],
        run: { await ParseCommand(invocation: $0).run() })
}

/// `feedherald parse`: a document from a file, an address or standard input as JSON.
struct ParseCommand {
    let invocation: Invocation

    /// A document and what is known of it.
    private struct Document {
        var bytes: [UInt8]
        var url: String?
        var contentType: String?
    }

    func run() async -> ExitStatus {
        guard let source = invocation.operands.first, invocation.operands.count == 1 else {
            return Program.usage("parse needs one FILE, URL or -", of: .parse)
        }
        do throws(Failure) {
            return write(try await read(source), name: source)
        } catch {
            Output.error("feedherald: \(error.message)" + (error.hint.map { " (\($0))" } ?? ""))
            return .inputMissing
        }
    }

    /// A local file may have any size; what is fetched is bounded as a poll is.
    private func read(_ source: String) async throws(Failure) -> Document {
        let (base, type) = (invocation.value("base"), invocation.value("content-type"))
        if source.contains("://") {
            let page = try await PageFetcher(version: VersionText.version).fetch(source)
            return Document(bytes: page.body, url: base ?? page.url, contentType: type ?? page.contentType)
        }
        do throws(HostError) {
            let bytes = try source == "-" ? Files.readStandardInput() : Files.read(source)
            return Document(bytes: bytes, url: base, contentType: type)
        } catch {
            throw Failure(.transport, error.message)
        }
    }

    private func write(_ document: Document, name: String) -> ExitStatus {
        let feed: Feed
        do {
            feed = try FeedParser.parse(document.bytes, url: document.url, contentType: document.contentType)
        } catch {
            Output.error("feedherald: \(name): \(error)")
            return .notFeed
        }
        var writer = JSONWriter()
        do {
            try writer.feed(feed) { (piece) throws(HostError) in try StandardStream.output.write(piece) }
            try StandardStream.output.write([0x0A])
        } catch {
            Output.error("feedherald: \(error.message)")
            return .stateUnwritable
        }
        return .fine
    }
}
