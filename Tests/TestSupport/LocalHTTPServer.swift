import CNGHTTP2
import COpenSSL
import Glibc
import Synchronization

/// An HTTP/1.1 server on loopback, in this process, scripted by a closure from request to answer.
///
/// Every connection has its own thread. Requests are recorded in the order in which they were read whole.
public final class LocalHTTPServer: Sendable {
    /// A socket could not be made.
    public struct StartError: Error {}

    private struct Record {
        var requests: [ServedRequest] = []
        var connections: [CInt: Int] = [:]
        var connectionCount = 0
        var inFlight = 0
        var peakInFlight = 0
        var isStopped = false
    }

    public let address: String
    public let port: Int
    private let listener: CInt
    private let answer: @Sendable (ServedRequest) -> ServedAnswer
    private let record = Mutex(Record())

    /// Starts a server on a free port; `address` is any of loopback's, such as `127.0.0.2` or `::1`.
    public init(
        on address: String = "127.0.0.1", _ answer: @escaping @Sendable (ServedRequest) -> ServedAnswer
    ) throws {
        self.address = address
        self.answer = answer
        guard let (socket, port) = LoopbackSocket.listen(on: address) else { throw StartError() }
        listener = socket
        self.port = port
        startThread { [self] in acceptAll() }
    }

    deinit {
        close(listener)
    }

    /// `http://127.0.0.1:PORT` and the path.
    public func url(_ path: String = "/") -> String {
        "http://\(address.contains(":") ? "[\(address)]" : address):\(port)\(path)"
    }

    public var requests: [ServedRequest] { record.withLock { $0.requests } }

    /// The most requests that were being answered at one time.
    public var peakInFlight: Int { record.withLock { $0.peakInFlight } }

    public var connectionCount: Int { record.withLock { $0.connectionCount } }

    /// Ends all connections and takes no more; must be called, as the accepting thread keeps the server alive.
    public func stop() {
        record.withLock { record in
            record.isStopped = true
            for descriptor in record.connections.keys { shutdown(descriptor, CInt(SHUT_RDWR)) }
        }
        shutdown(listener, CInt(SHUT_RDWR))
    }

    private func acceptAll() {
        while true {
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else {
                if errno == EINTR || errno == ECONNABORTED { continue }
                return
            }
            let number: Int? = record.withLock { record in
                guard !record.isStopped else { return nil }
                record.connections[descriptor] = record.connectionCount
                record.connectionCount += 1
                return record.connectionCount - 1
            }
            guard let number else {
                close(descriptor)
                return
            }
            startThread { [self] in serve(descriptor, number) }
        }
    }

    private func serve(_ descriptor: CInt, _ number: Int) {
        var reader = RequestReader(descriptor)
        while let request = reader.next(connection: number) {
            record.withLock { record in
                record.requests.append(request)
                record.inFlight += 1
                record.peakInFlight = max(record.peakInFlight, record.inFlight)
            }
            let answer = answer(request)
            let isSent = answer.steps.allSatisfy { perform($0, on: descriptor) }
            record.withLock { $0.inFlight -= 1 }
            guard isSent, answer.keepsOpen else { break }
        }
        shutdown(descriptor, CInt(SHUT_WR))
        record.withLock { record in
            record.connections[descriptor] = nil
            close(descriptor)
        }
    }

    /// Does one step; false when the client is gone.
    private func perform(_ step: ServedAnswer.Step, on descriptor: CInt) -> Bool {
        switch step {
        case .bytes(let bytes): return LoopbackSocket.send(bytes, to: descriptor)
        case .wait(let pause): return LoopbackSocket.wait(pause, whileOpen: descriptor)
        case .endlessly(let bytes, let pause):
            while LoopbackSocket.send(bytes, to: descriptor),
                pause == .zero || LoopbackSocket.wait(pause, whileOpen: descriptor)
            {}
            return false
        }
    }
}

/// Reads one request after the other from a connection.
private struct RequestReader {
    private let descriptor: CInt
    private var buffer: [UInt8] = []

    init(_ descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// The next whole request; nil when the connection ends.
    mutating func next(connection: Int) -> ServedRequest? {
        guard let head = headEnd() else { return nil }
        let lines = String(decoding: buffer[..<(head - 4)], as: UTF8.self).split(
            separator: "\r\n", omittingEmptySubsequences: false)
        buffer.removeFirst(head)
        let start = (lines.first ?? "").split(separator: " ", maxSplits: 2)
        guard start.count == 3 else { return nil }
        let headers = lines.dropFirst().map { line in
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            let value = line[colon...].dropFirst().drop { $0 == " " }
            return (name: String(line[..<colon]), value: String(value))
        }
        var request = ServedRequest(
            method: String(start[0]), target: String(start[1]), headers: headers, body: [],
            connection: connection, received: .now)
        guard let body = body(length: request["content-length"].flatMap { Int($0) } ?? 0) else { return nil }
        request.body = body
        return request
    }

    /// The number of bytes up to and with the empty line.
    private mutating func headEnd() -> Int? {
        var searched = 0
        while true {
            let end = Array("\r\n\r\n".utf8)
            var at = max(0, searched - 3)
            while at + 4 <= buffer.count {
                if Array(buffer[at..<(at + 4)]) == end { return at + 4 }
                at += 1
            }
            searched = buffer.count
            guard fill() else { return nil }
        }
    }

    private mutating func body(length: Int) -> [UInt8]? {
        while buffer.count < length { guard fill() else { return nil } }
        defer { buffer.removeFirst(length) }
        return Array(buffer.prefix(length))
    }

    private mutating func fill() -> Bool {
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        let count = unsafe recv(descriptor, &piece, piece.count, 0)
        guard count > 0 else { return false }
        buffer += piece[..<count]
        return true
    }
}
