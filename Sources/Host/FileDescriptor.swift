internal import Glibc

/// An open file that is closed when it goes out of use.
struct FileDescriptor: ~Copyable, Sendable {
    let number: Int32
    let path: String

    /// Opens a file with the flags of open(2); it is never inherited by child processes.
    init(_ path: String, _ flags: Int32, mode: UInt32 = 0o600, for operation: String) throws(HostError) {
        number = try retrying(operation, path) { unsafe open(path, flags | O_CLOEXEC, mode_t(mode)) }
        self.path = path
    }

    deinit {
        close(number)
    }

    func write(_ bytes: [UInt8]) throws(HostError) {
        var done = 0
        while done < bytes.count {
            let count = try retrying("write", path) {
                unsafe bytes.withUnsafeBytes {
                    unsafe Glibc.write(number, $0.from(done), $0.count - done)
                }
            }
            done += count
        }
    }

    func synchronise() throws(HostError) {
        _ = try retrying("sync", path) { fsync(number) }
    }

    /// Reads to the end, at most `limit` bytes.
    func readAll(limit: Int) throws(HostError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = limit <= 4 << 10 ? limit : min(expectedSize, limit)
        while bytes.count < limit, chunk > 0 {
            let count = try readChunk(into: &bytes, size: min(chunk, limit - bytes.count))
            if count == 0 { break }
            chunk = max(64 << 10, bytes.count)
        }
        return bytes
    }

    private var expectedSize: Int {
        var info = stat()
        return unsafe fstat(number, &info) == 0 && info.st_size > 0 ? Int(info.st_size) + 1 : 16 << 10
    }

    private func readChunk(into bytes: inout [UInt8], size: Int) throws(HostError) -> Int {
        var count = 0
        var code: Int32 = 0
        if bytes.isEmpty {
            bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, initialised in
                (count, code) = unsafe Self.readOnce(number, buffer)
                initialised = max(0, count)
            }
        } else {
            let chunk = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, initialised in
                (count, code) = unsafe Self.readOnce(number, buffer)
                initialised = max(0, count)
            }
            bytes.append(contentsOf: chunk)
        }
        guard count >= 0 else { throw HostError("read", path: path, code: code) }
        return count
    }

    private static func readOnce(_ number: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> (Int, Int32)
    {
        while true {
            let count = unsafe read(number, buffer.baseAddress, buffer.count)
            if count >= 0 { return (count, 0) }
            if errno != EINTR { return (-1, errno) }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The address of a byte that is inside or just behind the buffer.
    func from(_ offset: Int) -> UnsafeRawPointer? {
        unsafe baseAddress.map { unsafe $0 + offset }
    }
}
