internal import CCurl
internal import CNGHTTP2
internal import COpenSSL
internal import Glibc

extension HTTPRequest {
    /// Whether the URL is a file's; only the request's own URL may be, never a redirect's.
    var isFile: Bool { url.prefix(5).lowercased() == "file:" }

    /// Reads the regular file that the URL names, within the limit of the body; its ETag is made of the file's
    /// identity, size and time of change, so that an unchanged file answers 304 to a conditional request.
    func readFile() throws(TransferError) -> HTTPResponse {
        guard let path = URLReference(url)?.filePath else { throw .badURL("a file URL names no local path") }
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .fileUnreadable(path: path, reason: Self.reason(errno)) }
        defer { close(descriptor) }
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0 else {
            throw .fileUnreadable(path: path, reason: Self.reason(errno))
        }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw .fileUnreadable(path: path, reason: "it is not a regular file")
        }
        let time = facts.st_mtim
        let tag = "\"\(facts.st_ino)-\(facts.st_size)-\(time.tv_sec).\(time.tv_nsec)\""
        var response = HTTPResponse(status: 200, url: url)
        response.headers.append("ETag", tag)
        if headers["if-none-match"] == tag {
            response.status = 304
            return response
        }
        guard facts.st_size <= limits.maxBytes else { throw .bodyTooLarge(limit: limits.maxBytes) }
        response.body = try read(descriptor, path, expecting: Int(facts.st_size))
        return response
    }

    private func read(_ descriptor: CInt, _ path: String, expecting size: Int) throws(TransferError)
        -> [UInt8]
    {
        var body: [UInt8] = []
        body.reserveCapacity(size)
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return body }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .fileUnreadable(path: path, reason: Self.reason(errno)) }
            guard body.count + count <= limits.maxBytes else { throw .bodyTooLarge(limit: limits.maxBytes) }
            body.append(contentsOf: buffer[..<count])
        }
    }

    private static func reason(_ code: CInt) -> String {
        switch code {
        case ENOENT: "there is no such file"
        case EACCES: "no permission"
        case EISDIR: "it is a folder"
        default: "system error \(code)"
        }
    }
}
