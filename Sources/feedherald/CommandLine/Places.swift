import Host

/// Where feeds.json and the state are, by the command line, the environment and custom.
enum Places {
    /// The feeds.json to read: `--config`, else the first that exists of `./feeds.json`, `$CONFIGURATION_DIRECTORY` and
    /// `$XDG_CONFIG_HOME/feedherald`; where none exists, `./feeds.json`.
    static func configuration(_ invocation: Invocation) -> String {
        if let path = invocation.value("config") {
            return Files.isFolder(path) ? path + "/feeds.json" : path
        }
        return candidates.first(where: Files.exists) ?? "feeds.json"
    }

    /// The last place where a feeds.json is looked for; nil where the path was named and nothing else is tried.
    static func otherPlace(than path: String) -> String? {
        path == candidates[0] && candidates.count > 1 ? candidates.last : nil
    }

    private static var candidates: [String] {
        var paths = ["feeds.json"]
        // systemd gives several folders separated by colons.
        if let folders = Environment.nonEmpty("CONFIGURATION_DIRECTORY") {
            paths += folders.split(separator: ":").map { "\($0)/feeds.json" }
        }
        if let folder = Environment.nonEmpty("XDG_CONFIG_HOME") ?? home(".config") {
            paths.append("\(folder)/feedherald/feeds.json")
        }
        return paths
    }

    /// The state folder: `--state`, `$STATE_DIRECTORY`, `$XDG_STATE_HOME/feedherald`, `~/.local/state/feedherald`.
    static func state(_ invocation: Invocation) -> String {
        if let path = invocation.value("state") { return path }
        if let folders = Environment.nonEmpty("STATE_DIRECTORY"),
            let first = folders.split(separator: ":").first
        {
            return String(first)
        }
        if let folder = Environment.nonEmpty("XDG_STATE_HOME") { return "\(folder)/feedherald" }
        return home(".local/state").map { "\($0)/feedherald" } ?? "feedherald-state"
    }

    private static func home(_ path: String) -> String? {
        Environment.nonEmpty("HOME").map { "\($0)/\(path)" }
    }
}
