import TestSupport
import Testing

@testable import Transport

/// Bodies packed by the codings' own tools, and what servers make of them.
@Suite struct UnpackingTests {
    private static let text = Array(
        (0..<5000).map { "<item><guid>entry \($0 * $0)</guid></item>\n" }.joined().utf8)

    /// The ways to pack: a coding's name and the tool that does it.
    enum Packing: String, CaseIterable {
        case gzip, xGzip = "x-gzip", zlib, raw, br, zstd

        var coding: String { self == .zlib || self == .raw ? "deflate" : rawValue }

        func pack(_ text: [UInt8]) throws -> [UInt8] {
            switch self {
            case .gzip, .xGzip: try ToolProcess.run("gzip", "-nc", input: text)
            case .zlib:
                try ToolProcess.run(
                    "python3", "-c",
                    "import sys, zlib; sys.stdout.buffer.write(zlib.compress(sys.stdin.buffer.read()))",
                    input: text)
            case .raw: Array(try Packing.gzip.pack(text).dropFirst(10).dropLast(8))
            case .br: try ToolProcess.run("brotli", "-c", input: text)
            case .zstd: try ToolProcess.run("zstd", "-qc", input: text)
            }
        }
    }

    private static func answer(
        to coding: String, _ bytes: [UInt8], status: Int = 200, limit: Int = 10 << 20
    ) async throws -> Result<HTTPResponse, TransferError> {
        try await exchange { _ in
            ServedAnswer(status, ["Content-Encoding": coding], bytes: bytes)
        } _: {
            $0.limits.maxBytes = limit
        }
    }

    private static func isBad(_ result: Result<HTTPResponse, TransferError>) -> Bool {
        if case .badEncoding = result.error { true } else { false }
    }

    @Test(arguments: Packing.allCases)
    func `what the tools pack is unpacked, up to just the limit`(packing: Packing) async throws {
        let packed = try packing.pack(Self.text)
        let whole = try await Self.answer(to: packing.coding, packed, limit: Self.text.count)
        #expect(whole.response?.body == Self.text)
        let limit = Self.text.count - 1
        #expect(
            try await Self.answer(to: packing.coding, packed, limit: limit).error
                == .bodyTooLarge(limit: limit))
        #expect(
            try await Self.answer(to: packing.coding, packed, limit: packed.count - 1).error
                == .bodyTooLarge(limit: packed.count - 1))
        #expect(try await Self.answer(to: packing.coding, try packing.pack([])).response?.body == [])
    }

    @Test(arguments: Packing.allCases)
    func `a body cut off anywhere is an error, also in its checksum`(packing: Packing) async throws {
        let packed = try packing.pack(Self.text)
        for length in [
            1, 2, 9, 10, 11, packed.count / 2, packed.count - 5, packed.count - 4, packed.count - 1,
        ] {
            let result = try await Self.answer(to: packing.coding, Array(packed[..<length]))
            #expect(Self.isBad(result), "\(length) of \(packed.count): \(result)")
        }
    }

    @Test(arguments: Packing.allCases)
    func `more behind the end is an error`(packing: Packing) async throws {
        let packed = try packing.pack(Self.text) + Array("<html>an advertisement</html>".utf8)
        #expect(Self.isBad(try await Self.answer(to: packing.coding, packed)))
    }

    @Test(arguments: Packing.allCases)
    func `a damaged body is an error or what it was`(packing: Packing) async throws {
        let unpacker = try #require(BodyUnpacker())
        let packed = try packing.pack(Array(Self.text.prefix(4000)))
        var headers = HeaderFields()
        headers.append("Content-Encoding", latin1: packing.coding)
        for at in packed.indices {
            var damaged = packed
            damaged[at] ^= 0x55
            let body = try? unpacker.unpacked(damaged, headers, limit: 1 << 20)
            #expect((body?.count ?? 0) <= 1 << 20)
            // Two of them have checksums; the others' damage may be in what was packed.
            if packing == .gzip && at >= 10 { #expect(body == nil, "byte \(at)") }
        }
    }

    @Test func `gzip files of several members, and their padding, are one body`() async throws {
        let half = Self.text.count / 2
        let members =
            try Packing.gzip.pack(Array(Self.text[..<half])) + Packing.gzip.pack(Array(Self.text[half...]))
        #expect(try await Self.answer(to: "gzip", members).response?.body == Self.text)
        let padded = members + [UInt8](repeating: 0, count: 512)
        #expect(try await Self.answer(to: "gzip", padded).response?.body == Self.text)
        let frames =
            try Packing.zstd.pack(Array(Self.text[..<half])) + Packing.zstd.pack(Array(Self.text[half...]))
        #expect(try await Self.answer(to: "zstd", frames).response?.body == Self.text)
    }

    @Test(arguments: [[0, 0, 0, 0], [255, 255, 255, 255], [1, 0, 0, 0]] as [[UInt8]])
    func `a false size at the end of a gzip file is damage, never memory`(size: [UInt8]) async throws {
        let packed = try Packing.gzip.pack(Self.text).dropLast(4) + size
        #expect(Self.isBad(try await Self.answer(to: "gzip", Array(packed))))
    }

    @Test func `codings over each other are undone in their order, up to five`() async throws {
        let twice = try Packing.br.pack(Packing.gzip.pack(Self.text))
        #expect(try await Self.answer(to: "gzip, br", twice).response?.body == Self.text)
        #expect(try await Self.answer(to: " GZip ,identity,, BR", twice).response?.body == Self.text)
        #expect(Self.isBad(try await Self.answer(to: "br, gzip", twice)))
        let lines = [
            "HTTP/1.1 200 OK", "Content-Encoding: gzip", "content-encoding: br", "Connection: close", "", "",
        ]
        let head = lines.joined(separator: "\r\n")
        let fields = try await exchange { _ in ServedAnswer([.bytes(Array(head.utf8) + twice)]) }
        #expect(fields.response?.body == Self.text)
        var layers = Self.text
        for _ in 0..<5 { layers = try Packing.gzip.pack(layers) }
        #expect(try await Self.answer(to: "gzip,gzip,gzip,gzip,gzip", layers).response?.body == Self.text)
        layers = try Packing.gzip.pack(layers)
        let six = try await Self.answer(to: "gzip,gzip,gzip,gzip,gzip,gzip", layers)
        #expect(six.error?.description.contains("more than 5") == true)
    }

    @Test(arguments: Bomb.allCases)
    func `a bomb within a bomb ends at the limit`(bomb: Bomb) async throws {
        let packed = try Packing.gzip.pack(bomb.bytes())
        let result = try await Self.answer(to: "\(bomb.rawValue), gzip", packed, limit: 1 << 20)
        #expect(result.error == .bodyTooLarge(limit: 1 << 20))
    }

    @Test func `an unknown coding is named, and no coding is none`() async throws {
        let unknown = try await Self.answer(to: "compress", Self.text)
        #expect(unknown.error?.description.contains("compress") == true && Self.isBad(unknown))
        for coding in ["identity", "none", "", ","] {
            #expect(try await Self.answer(to: coding, Self.text).response?.body == Self.text, "\(coding)")
        }
    }

    @Test(arguments: ["gzip", "br", "zstd", "deflate", "unheard-of"])
    func `answers without a body need nothing unpacked`(coding: String) async throws {
        let unchanged = try await exchange { _ in
            ServedAnswer(
                raw: "HTTP/1.1 304 Not Modified\r\nContent-Encoding: \(coding)\r\nETag: \"a\"\r\n\r\n")
        }
        #expect(unchanged.response?.status == 304 && unchanged.response?.headers["etag"] == "\"a\"")
        #expect(try await Self.answer(to: coding, []).response?.body == [])
    }

    @Test func `a failure's body that cannot be unpacked leaves the failure as it is`() async throws {
        let broken = try await Self.answer(to: "gzip", Self.text, status: 503)
        #expect(broken.response?.status == 503 && broken.response?.body == [])
        let readable = try await Self.answer(to: "gzip", Packing.gzip.pack(Self.text), status: 400)
        #expect(readable.response?.status == 400 && readable.response?.body == Self.text)
        #expect(Self.isBad(try await Self.answer(to: "gzip", Self.text, status: 206)))
    }

    @Test func `all codings are asked for, once, also behind redirects, unless the user asks otherwise`()
        async throws
    {
        let server = try LocalHTTPServer { request in
            request.target == "/a" ? ServedAnswer(302, ["Location": "/b"]) : ServedAnswer()
        }
        defer { server.stop() }
        _ = await send(to: server.url("/a"))
        _ = await send(to: server.url("/b")) { $0.headers.append("accept-encoding", latin1: "gzip") }
        _ = await send(to: server.url("/b")) { $0.acceptsEncodings = false }
        let asked = server.requests.map { request in
            request.headers.filter { $0.name.lowercased() == "accept-encoding" }.map(\.value)
        }
        let all = ["gzip, br, zstd, deflate"]
        #expect(asked == [all, all, ["gzip"], []])
    }
}
