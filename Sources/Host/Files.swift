internal import Glibc

/// A file's identity and age, to tell whether it changed.
public struct FileStamp: Hashable, Sendable {
    public var inode: UInt64
    /// Bytes.
    public var size: Int64
    /// Modification time in nanoseconds since 1970.
    public var modified: Int64
}

/// Files and folders by path.
public enum Files {
    /// Reads a whole file, or its first `limit` bytes.
    public static func read(_ path: String, limit: Int = .max) throws(HostError) -> [UInt8] {
        let file = try FileDescriptor(path, O_RDONLY, for: "read")
        return try file.readAll(limit: limit)
    }

    /// Reads standard input to its end.
    public static func readStandardInput(limit: Int = .max) throws(HostError) -> [UInt8] {
        let file = try FileDescriptor("/dev/stdin", O_RDONLY, for: "read")
        return try file.readAll(limit: limit)
    }

    public static func exists(_ path: String) -> Bool {
        unsafe access(path, F_OK) == 0
    }

    /// Whether it is a file that this process may run.
    public static func isExecutable(_ path: String) -> Bool {
        isFolder(path) ? false : unsafe access(path, X_OK) == 0
    }

    public static func isFolder(_ path: String) -> Bool {
        status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }

    /// The names in a folder, without `.` and `..`, sorted.
    public static func list(_ folder: String) throws(HostError) -> [String] {
        guard let stream = unsafe opendir(folder) else {
            throw HostError("list", path: folder, code: errno)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let item = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &item.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Makes a folder and those above it; one that exists is fine.
    public static func makeFolder(_ path: String, mode: UInt32 = 0o700) throws(HostError) {
        if isFolder(path) { return }
        let parent = parent(of: path)
        if parent != path, !isFolder(parent) { try makeFolder(parent, mode: mode) }
        guard unsafe mkdir(path, mode_t(mode)) != 0 else { return }
        let code = errno
        if code == EEXIST, isFolder(path) { return }
        throw HostError("create the folder", path: path, code: code == EEXIST ? ENOTDIR : code)
    }

    /// Sees whether a folder can be listed and looked into; one that is not there is fine.
    public static func checkFolder(_ path: String) throws(HostError) {
        let number = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        var code = number < 0 ? errno : 0
        if number >= 0 { close(number) }
        if code == 0, unsafe access(path, X_OK) != 0 { code = errno }
        if code != 0, code != ENOENT { throw HostError("read", path: path, code: code) }
    }

    /// Removes a file; one that is not there is fine.
    public static func remove(_ path: String) throws(HostError) {
        if unsafe unlink(path) != 0, errno != ENOENT { throw HostError("remove", path: path, code: errno) }
    }

    public static func rename(_ path: String, to target: String) throws(HostError) {
        _ = try retrying("rename", path) { unsafe Glibc.rename(path, target) }
    }

    /// Bytes; nil when there is no such file.
    public static func size(_ path: String) -> Int? {
        status(path).map { Int($0.st_size) }
    }

    /// What tells whether a file changed; nil when there is none.
    public static func stamp(_ path: String) -> FileStamp? {
        status(path).map { info in
            FileStamp(
                inode: UInt64(info.st_ino), size: Int64(info.st_size),
                modified: Int64(info.st_mtim.tv_sec) * 1_000_000_000 + Int64(info.st_mtim.tv_nsec))
        }
    }

    /// Permission bits, such as 0o600; nil when there is no such file.
    public static func mode(_ path: String) -> UInt32? {
        status(path).map { UInt32($0.st_mode & 0o7777) }
    }

    /// The path's folder: "/a/b" for "/a/b/c", "." for a bare name, "/" for "/".
    public static func parent(of path: String) -> String {
        var text = Substring(path)
        while text.count > 1, text.hasSuffix("/") { text.removeLast() }
        guard let slash = text.lastIndex(of: "/") else { return "." }
        return slash == text.startIndex ? "/" : String(text[..<slash])
    }

    /// The path as it is if absolute, else below `folder`; a leading `~/` means the home folder.
    public static func resolve(_ path: String, in folder: String) -> String {
        if path.hasPrefix("/") { return path }
        if path.hasPrefix("~/"), let home = Environment.value("HOME") { return home + path.dropFirst(1) }
        return folder.isEmpty || folder == "." ? path : folder + "/" + path
    }

    /// The absolute path without `.`, `..` and symbolic links; nil when there is no such file.
    public static func absolute(_ path: String) -> String? {
        guard let text = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }

    /// The absolute path that a missing file would have: its nearest folder that exists, resolved, and the rest as given.
    public static func absoluteOfMissing(_ path: String) -> String {
        var folder = path
        var rest = ""
        while folder != "/", folder != "." {
            let parent = parent(of: folder)
            let name = folder.split(separator: "/").last ?? ""
            rest = "/\(name)\(rest)"
            folder = parent
            if let found = absolute(folder) { return (found == "/" ? "" : found) + rest }
        }
        return path
    }

    private static func status(_ path: String) -> stat? {
        var info = stat()
        return unsafe stat(path, &info) == 0 ? info : nil
    }
}

/// The environment of the process.
public enum Environment {
    /// The variable's text; nil when it is not set.
    public static func value(_ name: String) -> String? {
        guard let text = unsafe getenv(name) else { return nil }
        return unsafe String(cString: text)
    }

    /// The variable's text; nil when it is not set or empty.
    public static func nonEmpty(_ name: String) -> String? {
        value(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// All variables, in the order of the process.
    public static var all: [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        var at = unsafe environ
        while let text = unsafe at.pointee {
            let line = unsafe String(cString: text)
            if let equals = line.firstIndex(of: "=") {
                pairs.append((String(line[..<equals]), String(line[line.index(after: equals)...])))
            }
            unsafe at = at.advanced(by: 1)
        }
        return pairs
    }
}
