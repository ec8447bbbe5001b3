import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The package on this very system, under an overlay that keeps the system as it is.
@Suite struct RealInstallTests {
    /// Mounts an overlay over `/` in a namespace of its own and runs a script of `$1/root` in it.
    private static let overlay = """
        set -e
        mount -t tmpfs tmpfs "$1/layers"
        mkdir "$1/layers/up" "$1/layers/work" "$1/layers/merged"
        mount -t overlay overlay -o "lowerdir=/,upperdir=$1/layers/up,workdir=$1/layers/work" "$1/layers/merged"
        mount -t proc proc "$1/layers/merged/proc"
        exec chroot "$1/layers/merged" env -C "$1" bash -eu "$1/script"
        """

    static let isPossible: Bool = {
        guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
        return (try? run("true", in: folder))?.status == 0
    }()

    private static func run(_ script: String, in folder: TemporaryFolder) throws -> ProgramRun {
        try folder.write("", to: "layers/.keep")
        try folder.write(script, to: "script")
        try folder.write(overlay, to: "overlay")
        let process = try ToolProcess([
            "unshare", "--mount", "--propagation", "private", "bash", folder.file("overlay"), folder.path,
        ])
        return ProgramRun(status: process.wait(), output: process.output, errors: process.errors)
    }

    @Test(.enabled(if: RealInstallTests.isPossible, "root and overlay mounts are needed"))
    func `the package makes its user, runs as it, upgrades, and leaves nothing behind`() throws {
        let folder = try TemporaryFolder()
        for version in ["1.0", "1.1"] {
            try ToolProcess.run(
                "env", "FEEDHERALD=\(ProgramRun.binary)", "VERSION=\(version)", "DEB_COMPRESSION=none",
                "NO_STRIP=1", "\(Fixture.checkout)/scripts/deb", folder.file("packages"))
        }
        try folder.write(SampleFeed.atom(), to: "feed.xml")
        try folder.write(#"{"feeds": ["/srv/feed.xml"]}"#, to: "feeds.json")
        let run = try Self.run(
            """
            sweep() { setpriv --reuid=feedherald --regid=feedherald --clear-groups \\
                env STATE_DIRECTORY=/var/lib/feedherald CONFIGURATION_DIRECTORY=/etc/feedherald feedherald --once; }
            cp feed.xml /srv/feed.xml; chmod 644 /srv/feed.xml
            cd /
            dpkg --force-depends -i "$OLDPWD"/packages/feedherald_1.0_*.deb >&2
            echo "mode $(stat -c '%U:%G %a' /etc/feedherald /etc/feedherald/feeds.json | paste -sd' ')"
            cat "$OLDPWD/feeds.json" > /etc/feedherald/feeds.json
            install -d -o feedherald -g feedherald -m 700 /var/lib/feedherald
            sweep
            dpkg --force-depends -i "$OLDPWD"/packages/feedherald_1.1_*.deb >&2
            sweep
            echo "after the upgrade $(stat -c %a /etc/feedherald/feeds.json) $(cat /etc/feedherald/feeds.json)"
            systemd-analyze verify --man=no feedherald.service feedherald-once.timer 2>&1 | grep -v notify-reload || true
            dpkg -r feedherald >&2
            ls /etc/feedherald /var/lib/feedherald | grep -c json
            dpkg -P feedherald >&2
            [ ! -e /etc/feedherald ] && [ ! -e /var/lib/feedherald ] && [ ! -e /usr/bin/feedherald ] && echo gone
            """, in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let expected = [
            "mode root:feedherald 750 root:feedherald 640",
            "…Z NEW Sample: Ada - Article 3 https://example.org/3",
            #"after the upgrade 640 {"feeds": ["/srv/feed.xml"]}"#, "3", "gone",
        ]
        #expect(run.lines.count == expected.count, "\(run.output)")
        for (line, shown) in zip(run.lines, expected) {
            #expect(DocumentBlock.matches(line, shown), "\(line)")
        }
    }
}
