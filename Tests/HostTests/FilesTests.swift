import Host
import TestSupport
import Testing

@Suite struct FilesTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `an atomic write replaces the whole file and leaves no temporary one`() throws {
        let path = folder.file("state.json")
        try AtomicFile.write(Array("first and longer".utf8), to: path)
        try AtomicFile.write(Array("second".utf8), to: path)
        #expect(String(decoding: try Files.read(path), as: UTF8.self) == "second")
        #expect(try Files.list(folder.path) == ["state.json"])
        #expect(Files.mode(path) == 0o600)
    }

    @Test func `a write into a missing folder fails with the path and leaves nothing`() throws {
        let path = folder.file("absent/state.json")
        let error = #expect(throws: HostError.self) { try AtomicFile.write([1], to: path) }
        #expect(error?.isMissing == true)
        #expect(error?.message.contains("absent/state.json") == true)
        #expect(error?.message.contains("No such file or directory") == true)
    }

    @Test func `a failed replacement keeps the old file`() throws {
        // A folder stands where the file should go: rename(2) refuses it.
        try Files.makeFolder(folder.file("taken/inside"))
        #expect(throws: HostError.self) { try AtomicFile.write([1], to: folder.file("taken")) }
        #expect(try Files.list(folder.path) == ["taken"])
    }

    @Test(arguments: [1, 3, 4, 40])
    func `a group of files is written whole`(count: Int) throws {
        let files = (0..<count).map { (path: folder.file("m\($0)"), bytes: Array("marker \($0)".utf8)) }
        try AtomicFile.writeGroup(files, in: folder.path)
        #expect(try Files.list(folder.path).count == count)
        for file in files { #expect(try Files.read(file.path) == file.bytes) }
    }

    @Test func `reading stops at the limit`() throws {
        let path = try folder.write(String(repeating: "x", count: 200_000), to: "long")
        #expect(try Files.read(path, limit: 70_000).count == 70_000)
        #expect(try Files.read(path).count == 200_000)
        #expect(try Files.read("/proc/self/status").count > 100)
    }

    @Test func `a stamp changes with the file and stays without a change`() throws {
        let path = try folder.write("one", to: "file")
        let before = Files.stamp(path)
        #expect(before != nil)
        #expect(Files.stamp(path) == before)
        try AtomicFile.write(Array("two!".utf8), to: path)
        #expect(Files.stamp(path) != before)
        #expect(Files.stamp(folder.file("absent")) == nil)
    }

    @Test func `appending goes on after the file was rotated away`() throws {
        let file = AppendFile(folder.file("history.jsonl"))
        try file.append(Array("a\n".utf8))
        try Files.rename(file.path, to: folder.file("history.jsonl.1"))
        try file.append(Array("b\n".utf8))
        try file.append(Array("c\n".utf8), isSynced: true)
        #expect(try folder.read("history.jsonl") == "b\nc\n")
        #expect(try folder.read("history.jsonl.1") == "a\n")
    }

    @Test(arguments: [("/a/b/c", "/a/b"), ("c", "."), ("/c", "/"), ("/", "/"), ("a/b/", "a")])
    func `a path's folder`(path: String, folder: String) {
        #expect(Files.parent(of: path) == folder)
    }

    @Test func `a relative path is taken from the given folder`() {
        #expect(Files.resolve("x.p8", in: "/etc/herald") == "/etc/herald/x.p8")
        #expect(Files.resolve("/x.p8", in: "/etc/herald") == "/x.p8")
        #expect(Files.resolve("x.p8", in: ".") == "x.p8")
    }

    @Test func `folders are made with those above them`() throws {
        try Files.makeFolder(folder.file("a/b/c"))
        try Files.makeFolder(folder.file("a/b/c"))
        #expect(Files.isFolder(folder.file("a/b/c")))
        try folder.write("x", to: "plain")
        #expect(throws: HostError.self) { try Files.makeFolder(folder.file("plain/below")) }
    }
}

@Suite struct FileLockTests {
    @Test func `a lock is held by one and says by whom`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("lock")
        try held(path)
        #expect(!FileLock.isHeld(path))
        _ = try FileLock(path)
    }

    private func held(_ path: String) throws {
        let lock = try FileLock(path)
        #expect(FileLock.isHeld(path))
        // A second open file description of the same process is refused just as another process would be.
        do {
            _ = try FileLock(path)
            Issue.record("the lock was given twice")
        } catch {
            #expect(error == .held(by: Int(CurrentProcess.id)))
        }
        _ = consume lock
    }

    @Test func `a lock in a missing folder fails with the reason`() {
        do {
            _ = try FileLock("/nonexistent/lock")
            Issue.record("locked what cannot be")
        } catch {
            guard case .failed(let reason) = error else {
                Issue.record("not \(error)")
                return
            }
            #expect(reason.isMissing)
        }
    }
}
