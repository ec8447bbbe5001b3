import Glibc
import Synchronization

/// A server for talks in lines (SMTP): greets, and answers each line by a script.
public final class LineServer: Sendable {
    public let port: Int
    private let listener: CInt
    private let greeting: String
    private let answer: @Sendable (String) -> String?
    private let heard = Mutex<[String]>([])

    /// Starts a server; an answer of nil ends the connection, an empty one is silence.
    public init(greeting: String, _ answer: @escaping @Sendable (String) -> String?) throws {
        guard let (descriptor, port) = LoopbackSocket.listen(on: "127.0.0.1") else {
            throw LocalHTTPServer.StartError()
        }
        listener = descriptor
        self.port = port
        self.greeting = greeting
        self.answer = answer
        startThread { [self] in acceptAll() }
    }

    deinit {
        close(listener)
    }

    /// All lines that came, without their ends.
    public var lines: [String] { heard.withLock { $0 } }

    public func stop() {
        shutdown(listener, CInt(2))
    }

    private func acceptAll() {
        while true {
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else { return }
            startThread { [self] in
                talk(descriptor)
                close(descriptor)
            }
        }
    }

    private func talk(_ descriptor: CInt) {
        guard LoopbackSocket.send(Array((greeting + "\r\n").utf8), to: descriptor) else { return }
        var buffer: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while case let count = unsafe recv(descriptor, &piece, piece.count, 0), count > 0 {
            buffer += piece[..<count]
            while let end = buffer.firstIndex(of: 0x0A) {
                let line = String(decoding: buffer[..<end].filter { $0 != 0x0D }, as: UTF8.self)
                buffer.removeFirst(end + 1)
                heard.withLock { $0.append(line) }
                guard let said = answer(line) else { return }
                guard said.isEmpty || LoopbackSocket.send(Array((said + "\r\n").utf8), to: descriptor) else {
                    return
                }
            }
        }
    }
}
