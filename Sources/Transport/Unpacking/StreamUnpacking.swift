internal import CUnpack

/// The codings whose decoders give out piece by piece, so that nobody has to guess a size.
enum StreamUnpacking {
    /// Unpacks one brotli stream (RFC 7932), whose window is 16 MiB at most.
    static func brotli(_ packed: [UInt8], limit: Int) throws(TransferError) -> [UInt8] {
        guard let decoder = unsafe BrotliDecoderCreateInstance(nil, nil, nil) else {
            throw .curl(.outOfMemory, "")
        }
        defer { unsafe BrotliDecoderDestroyInstance(decoder) }
        var body = GrowingBody(packed: packed.count, limit: limit)
        var result = BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT
        var left = packed.count
        while result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT {
            var room = 0
            result = unsafe packed.withUnsafeBufferPointer { input in
                var next = unsafe input.baseAddress.map { unsafe $0 + (packed.count - left) }
                return unsafe BrotliDecoderDecompressStream(decoder, &left, &next, &room, nil, nil)
            }
            while unsafe BrotliDecoderHasMoreOutput(decoder) != 0 {
                var count = 0
                let piece = unsafe BrotliDecoderTakeOutput(decoder, &count)
                try unsafe body.append(UnsafeBufferPointer(start: piece, count: count))
            }
        }
        switch result {
        case BROTLI_DECODER_RESULT_SUCCESS where left == 0: return body.bytes
        case BROTLI_DECODER_RESULT_SUCCESS: throw .badEncoding(reason: Damage.more)
        case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: throw .badEncoding(reason: Damage.cut)
        default: throw .badEncoding(reason: Damage.broken)
        }
    }

    /// Unpacks zstd frames (RFC 8878 §3), whose windows may be as large as zstd takes by itself (128 MiB).
    ///
    /// Of a window only what is written into it becomes memory, and that ends at the limit.
    static func zstd(_ packed: [UInt8], limit: Int) throws(TransferError) -> [UInt8] {
        guard let decoder = unsafe ZSTD_createDCtx() else { throw .curl(.outOfMemory, "") }
        defer { unsafe ZSTD_freeDCtx(decoder) }
        var body = GrowingBody(packed: packed.count, limit: limit)
        var piece = [UInt8](repeating: 0, count: ZSTD_DStreamOutSize())
        var (read, isBehindFrame) = (0, false)
        while true {
            var written = 0
            let left = unsafe packed.withUnsafeBytes { bytes in
                unsafe piece.withUnsafeMutableBytes { piece in
                    var input = unsafe ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: read)
                    var output = unsafe ZSTD_outBuffer(dst: piece.baseAddress, size: piece.count, pos: 0)
                    defer { unsafe (read, written) = (input.pos, output.pos) }
                    return unsafe ZSTD_decompressStream(decoder, &output, &input)
                }
            }
            guard ZSTD_isError(left) == 0 else {
                throw .badEncoding(reason: isBehindFrame ? Damage.more : Damage.broken)
            }
            try body.append(piece[..<written])
            isBehindFrame = left == 0
            guard read == packed.count else { continue }
            if isBehindFrame { return body.bytes }
            guard written == piece.count else { throw .badEncoding(reason: Damage.cut) }
        }
    }
}

/// Bytes up to a limit.
private struct GrowingBody {
    private(set) var bytes: [UInt8] = []
    private let limit: Int

    init(packed: Int, limit: Int) {
        self.limit = limit
        bytes.reserveCapacity(min(limit, packed * 8))
    }

    mutating func append(_ piece: some Collection<UInt8>) throws(TransferError) {
        guard piece.count <= limit - bytes.count else { throw .bodyTooLarge(limit: limit) }
        bytes.append(contentsOf: piece)
    }
}
