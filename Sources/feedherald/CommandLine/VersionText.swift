import Pipeline

/// The text of `--version`.
enum VersionText {
    static let version = "0.1.0"
    /// The day of the version, for the manual.
    static let date = "2026-11-30"

    /// The program's version on the first line, those of its libraries below: bug reports need them.
    static var text: String {
        (["feedherald \(version)"] + LibraryVersions.all.map { "\($0.name) \($0.version)" }).joined(
            separator: "\n")
    }
}
