/// A request as ``LocalHTTPServer`` received it.
public struct ServedRequest: Sendable {
    public var method: String
    /// The target as sent, such as `/feed?x=1`.
    public var target: String
    /// Header fields in order, as sent.
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]
    /// Counts connections from 0: equal numbers mean a reused connection.
    public var connection: Int
    public var received: ContinuousClock.Instant

    /// The path without the query.
    public var path: String { String(target.prefix { $0 != "?" }) }

    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The first value of a header, named without regard to case.
    public subscript(name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// What ``LocalHTTPServer`` does about a request: bytes and pauses in order.
public struct ServedAnswer: Sendable {
    public enum Step: Sendable {
        case bytes([UInt8])
        case wait(Duration)
        /// Again and again until the client goes.
        case endlessly([UInt8], every: Duration)
    }

    public var steps: [Step]
    /// Whether the connection may carry a further request.
    public var keepsOpen: Bool

    /// Bytes as they go over the wire; the connection ends after them.
    public init(_ steps: [Step], keepsOpen: Bool = false) {
        self.steps = steps
        self.keepsOpen = keepsOpen
    }

    public init(raw text: String) {
        self.init([.bytes(Array(text.utf8))])
    }

    /// A whole answer with its length.
    public init(
        _ status: Int = 200, _ headers: KeyValuePairs<String, String> = [:], _ body: String = ""
    ) {
        self.init(status, headers, bytes: Array(body.utf8))
    }

    public init(_ status: Int = 200, _ headers: KeyValuePairs<String, String> = [:], bytes: [UInt8]) {
        let length = status == 304 || status == 204 ? "" : "Content-Length: \(bytes.count)\r\n"
        self.init([.bytes(Self.head(status, headers, length) + bytes)], keepsOpen: true)
    }

    /// A chunked answer, one chunk a piece (RFC 9112 §7.1).
    public static func chunked(
        _ headers: KeyValuePairs<String, String> = [:], _ pieces: [[UInt8]], isComplete: Bool = true
    ) -> ServedAnswer {
        var bytes = head(200, headers, "Transfer-Encoding: chunked\r\n")
        for piece in pieces where !piece.isEmpty {
            bytes += Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + [13, 10]
        }
        if isComplete { bytes += Array("0\r\n\r\n".utf8) }
        return ServedAnswer([.bytes(bytes)], keepsOpen: isComplete)
    }

    /// An answer whose end is the connection's.
    public static func untilClose(
        _ headers: KeyValuePairs<String, String> = [:], _ steps: [Step]
    ) -> ServedAnswer {
        ServedAnswer([.bytes(head(200, headers, "Connection: close\r\n"))] + steps)
    }

    /// The same after a pause.
    public func after(_ pause: Duration) -> ServedAnswer {
        ServedAnswer([.wait(pause)] + steps, keepsOpen: keepsOpen)
    }

    private static func head(
        _ status: Int, _ headers: KeyValuePairs<String, String>, _ framing: String
    ) -> [UInt8] {
        let lines = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        return Array("HTTP/1.1 \(status) Answer\r\n\(lines)\(framing)\r\n".utf8)
    }
}
