internal import CLinux
internal import Glibc

/// Files that are replaced as a whole: a reader, and a machine that loses power, sees the old text or the new one.
public enum AtomicFile {
    /// Writes a temporary file beside `path`, syncs it, renames it over `path` and syncs the folder.
    ///
    /// - Parameters:
    ///   - mode: permission bits of the file.
    ///   - isSynced: without it the file is whole after a crash of the program, but not after one of the machine.
    public static func write(
        _ bytes: [UInt8], to path: String, mode: UInt32 = 0o600, isSynced: Bool = true
    ) throws(HostError) {
        let temporary = try writeTemporary(bytes, for: path, mode: mode, isSynced: isSynced)
        try replace(path, by: temporary)
        if isSynced { try synchroniseFolder(Files.parent(of: path)) }
    }

    /// Replaces many files of one folder with one round of syncs: every file is whole, and all are durable on return.
    ///
    /// When one fails, those before it are replaced and the rest are as they were.
    public static func writeGroup(
        _ files: [(path: String, bytes: [UInt8])], in folder: String, mode: UInt32 = 0o600
    ) throws(HostError) {
        if files.count < 4 {
            for file in files { try write(file.bytes, to: file.path, mode: mode) }
            return
        }
        var temporaries: [String] = []
        for file in files {
            do {
                temporaries.append(
                    try writeTemporary(file.bytes, for: file.path, mode: mode, isSynced: false))
            } catch {
                for path in temporaries { _ = unsafe unlink(path) }
                throw error
            }
        }
        try synchroniseSystem(folder)
        for (file, temporary) in zip(files, temporaries) { try replace(file.path, by: temporary) }
        try synchroniseFolder(folder)
    }

    /// Makes renames and removals in a folder durable.
    public static func synchroniseFolder(_ folder: String) throws(HostError) {
        let descriptor = try FileDescriptor(folder, O_RDONLY | O_DIRECTORY, for: "sync")
        try descriptor.synchronise()
    }

    private static func synchroniseSystem(_ folder: String) throws(HostError) {
        let descriptor = try FileDescriptor(folder, O_RDONLY | O_DIRECTORY, for: "sync")
        _ = try retrying("sync", folder) { syncfs(descriptor.number) }
    }

    private static func writeTemporary(
        _ bytes: [UInt8], for path: String, mode: UInt32, isSynced: Bool
    ) throws(HostError) -> String {
        let temporary = path + ".tmp"
        do {
            let file = try FileDescriptor(
                temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: mode, for: "write")
            try file.write(bytes)
            if isSynced { try file.synchronise() }
        } catch {
            _ = unsafe unlink(temporary)
            throw error
        }
        return temporary
    }

    private static func replace(_ path: String, by temporary: String) throws(HostError) {
        do {
            try Files.rename(temporary, to: path)
        } catch {
            _ = unsafe unlink(temporary)
            throw error
        }
    }
}
