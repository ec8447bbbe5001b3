import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The Debian package in a root of its own, handled by dpkg itself.
@Suite struct PackageTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["var/lib/dpkg/status", "var/lib/dpkg/info/.keep", "var/lib/dpkg/updates/.keep"] {
            try folder.write("", to: "root/\(name)")
        }
    }

    private func package(_ version: String) throws -> String {
        let output = try ToolProcess.run(
            "env", "FEEDHERALD=\(ProgramRun.binary)", "VERSION=\(version)", "DEB_COMPRESSION=none",
            "NO_STRIP=1",
            "\(Fixture.checkout)/scripts/deb", folder.file("packages"))
        return String(decoding: output, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
    }

    /// Runs dpkg in the root; its dependencies and maintainer scripts' shell are those of this system.
    private func dpkg(_ arguments: String...) throws {
        let process = try ToolProcess(
            [
                "dpkg", "--root=\(folder.file("root"))", "--force-script-chrootless", "--force-depends",
                "--force-not-root",
            ] + arguments)
        #expect(process.wait() == 0, "\(process.output)\(process.errors)")
    }

    private func sweep() throws -> ProgramRun {
        let binary = folder.file("root/usr/bin/feedherald")
        let process = try ToolProcess([
            binary, "--once", "-c", folder.file("root/etc/feedherald/feeds.json"), "-s",
            folder.file("root/var/lib/feedherald"),
        ])
        return ProgramRun(status: process.wait(), output: process.output, errors: process.errors)
    }

    /// dpkg gives files to root, which only root can do.
    @Test(.enabled(if: geteuid() == 0))
    func `the package installs, runs, upgrades keeping state, and goes`() throws {
        try folder.write(SampleFeed.atom(), to: "feed.xml")
        try dpkg("--install", package("1.0"))
        #expect(folder.exists("root/usr/share/man/man1/feedherald.1.gz"))
        let mode = try ToolProcess.run("stat", "-c", "%a", folder.file("root/etc/feedherald/feeds.json"))
        #expect(String(decoding: mode, as: UTF8.self) == "640\n")
        let feeds = #"{"feeds": ["\#(folder.file("feed.xml"))"]}"#
        try folder.write(feeds, to: "root/etc/feedherald/feeds.json")
        let first = try sweep()
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.lines.count == 1)
        try dpkg("--install", package("1.1"))
        let status = try folder.read("root/var/lib/dpkg/status")
        #expect(status.contains("Version: 1.1\n"))
        #expect(try folder.read("root/etc/feedherald/feeds.json") == feeds)
        #expect(try sweep().lines.isEmpty)
        try dpkg("--remove", "feedherald")
        #expect(!folder.exists("root/usr/bin/feedherald"))
        #expect(!folder.exists("root/usr/lib/systemd/system/feedherald.service"))
        #expect(folder.exists("root/etc/feedherald/feeds.json"))
        #expect(folder.exists("root/var/lib/feedherald/polls.json"))
        try dpkg("--purge", "feedherald")
        #expect(!folder.exists("root/etc/feedherald"))
        #expect(!folder.exists("root/var/lib/feedherald"))
    }

    @Test func `the package names the libraries it needs and holds sums of its files`() throws {
        let path = try package("1.0")
        let control = try String(decoding: ToolProcess.run("dpkg-deb", "--info", path), as: UTF8.self)
        for library in [
            "libcurl4", "libxml2", "libssl3", "libnghttp2-14", "libpcre2-8-0", "libdeflate0", "libbrotli1",
            "libzstd1", "ca-certificates",
        ] {
            #expect(control.contains(library), "\(library)")
        }
        try ToolProcess.run("dpkg-deb", "--extract", path, folder.file("tree"))
        for name in ["lib/systemd/user/feedherald.service", "share/zsh/vendor-completions/_feedherald"] {
            #expect(folder.exists("tree/usr/\(name)"), "\(name)")
        }
        #expect(
            try folder.read("tree/usr/lib/systemd/system/feedherald.service").contains(
                "=/usr/bin/feedherald 15m"))
        try ToolProcess.run("dpkg-deb", "--control", path, folder.file("tree/DEBIAN"))
        try ToolProcess.run(
            "env", "-C", folder.file("tree"), "md5sum", "--check", "--quiet", "DEBIAN/md5sums")
    }
}

extension ProgramRun {
    init(status: Int, output: String, errors: String) {
        self.status = status
        self.output = output
        self.errors = errors
    }
}
