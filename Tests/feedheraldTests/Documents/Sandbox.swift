import FoundationEssentials
import TestSupport

/// A folder in which a document's commands run: a checkout to stand in, stand-ins of what would touch the system first
/// on the path, sample files of other programs, and feeds that a server on loopback serves.
final class Sandbox {
    let folder: TemporaryFolder
    private let server: LocalHTTPServer

    init() throws {
        folder = try TemporaryFolder()
        server = try LocalHTTPServer { request in
            request.path == "/"
                ? ServedAnswer(
                    200, ["Content-Type": "text/html"],
                    "<html><head><link rel=alternate type='application/atom+xml' href='/feed.atom'>")
                : ServedAnswer(200, ["Content-Type": "application/atom+xml"], SampleFeed.atom())
        }
        try makeCheckout()
        try writeSamples()
    }

    deinit { server.stop() }

    /// Where the outside world is.
    var url: String { server.url("") }

    /// The checkout by links, but for what scripts write or take their own place from.
    private func makeCheckout() throws {
        try folder.write("", to: "work/.build/.keep")
        for name in [
            "Package.swift", "Sources", "Tests", "Fixtures", "docs", "packaging", "Makefile", "README.md",
            "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE",
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.file("work/\(name)"), withDestinationPath: "\(Fixture.checkout)/\(name)")
        }
        try ToolProcess.run("cp", "-r", "\(Fixture.checkout)/scripts", folder.file("work/scripts"))
        let feeds = Self.read("feeds.json").replacing("https://", with: server.url("/"))
        try folder.write(feeds, to: "work/feeds.json")
    }

    private func writeSamples() throws {
        try folder.write(SampleFeed.atom(), to: "work/feed.xml")
        try folder.write("[feed.one]\nurl = https://one.example/\n", to: "work/rss2email.cfg")
        try folder.write("https://one.example/ tag\n", to: "work/urls")
        try folder.write("feeds() {\n\tfeed one https://one.example/\n}\n", to: "work/sfeedrc")
        try folder.write(
            "<opml><body><outline xmlUrl='https://one.example/'/></body></opml>",
            to: "work/subscriptions.opml")
        try folder.write(
            Self.read("packaging/feeds.json"), to: "root/etc/feedherald/feeds.json")
        for name in ["root/var/lib/feedherald", "root/var/lib/prometheus/node-exporter"] {
            try folder.write("", to: "\(name)/.keep")
        }
    }

    private static func read(_ name: String) -> String { DocumentBlock.text(of: name) }

    /// Puts a feeds.json of one local feed, `example`, in place of the checkout's.
    func useSampleFeed() throws {
        try folder.write(#"{"feeds": [{"name": "example", "url": "feed.xml"}]}"#, to: "work/feeds.json")
    }

    /// The text with what it names outside of the sandbox moved into it.
    private func moved(_ text: String) -> String {
        text.replacing("/etc/feedherald", with: folder.file("root/etc/feedherald"))
            .replacing("/var/lib/", with: folder.file("root/var/lib/"))
            .replacing("https://example.org", with: url).replacing("https://github.com", with: url)
            .replacing("discover example.org", with: "discover \(url)")
    }

    /// Runs a shell script in the checkout.
    func run(_ text: String, shell: String = "bash") throws -> ProgramRun {
        try folder.write("set -eu\n" + moved(text), to: "script")
        let process = try ToolProcess([
            "env", "-C", folder.file("work"), "PATH=\(Fixture.path("standins")):/usr/bin:/bin",
            "HOME=\(folder.path)", "SANDBOX=\(folder.path)", "CHECKOUT=\(Fixture.checkout)", "TZ=UTC",
            "FEEDHERALD=\(ProgramRun.binary)", "NO_STRIP=1", "DEB_COMPRESSION=none", shell,
            folder.file("script"),
        ])
        let status = process.wait()
        return ProgramRun(status: status, output: process.output, errors: process.errors)
    }

    /// Runs one command with both its streams in one, as a terminal shows them.
    func show(_ command: String) throws -> (status: Int, lines: [String]) {
        let run = try run("exec 2>&1\n" + command)
        let text = run.output.replacing(folder.file("root"), with: "").replacing(
            server.url(""), with: "https://example.org")
        return (run.status, text.split(separator: "\n").map(String.init))
    }
}
