internal import CUnpack

/// Undoes the content codings of whole bodies.
///
/// A body is unpacked when all of it is there, which is twice as fast as piece by piece, and its checksum and end count:
/// one that was cut off anywhere is an error. Kept by a loop's thread, as libdeflate's tables are worth keeping.
@safe final class BodyUnpacker {
    private let inflater: OpaquePointer

    init?() {
        guard let inflater = unsafe libdeflate_alloc_decompressor() else { return nil }
        unsafe self.inflater = unsafe inflater
    }

    deinit {
        unsafe libdeflate_free_decompressor(inflater)
    }

    /// The body before its codings were put on, none of whose layers has more than `limit` bytes.
    ///
    /// Throws ``TransferError/badEncoding(reason:)`` and ``TransferError/bodyTooLarge(limit:)``. Nothing is nothing,
    /// whatever the codings: answers without a body may name those that it would have.
    func unpacked(
        _ body: [UInt8], _ headers: HeaderFields, limit: Int
    ) throws(TransferError) -> [UInt8] {
        guard !body.isEmpty else { return body }
        var body = body
        for coding in try ContentCoding.all(in: headers).reversed() where !body.isEmpty {
            body = try unpacked(body, coding, limit: limit)
        }
        return body
    }

    /// Undoes one coding of a body that is not empty.
    func unpacked(
        _ body: [UInt8], _ coding: ContentCoding, limit: Int
    ) throws(TransferError) -> [UInt8] {
        switch coding {
        case .gzip: try inflated(body, .gzip, guess: Self.gzipSize(body), limit)
        case .deflate:
            try inflated(body, Self.hasZlibHeader(body) ? .zlib : .none, guess: body.count * 8, limit)
        case .brotli: try StreamUnpacking.brotli(body, limit: limit)
        case .zstd: try StreamUnpacking.zstd(body, limit: limit)
        }
    }

    /// What is around deflated data (RFC 1951): RFC 1952's, RFC 1950's, or nothing, as some senders have it.
    private enum Wrapping {
        case gzip, zlib, none
    }

    /// What became of one try to unpack into a certain room.
    private enum Outcome {
        case whole(Int)
        case full
        case broken(String)
    }

    /// Unpacks into a room of the guessed size, and again into larger ones while it does not suffice.
    ///
    /// The guess is the sender's word, so it counts only up to 64 times of what was sent.
    private func inflated(
        _ packed: [UInt8], _ wrapping: Wrapping, guess: Int, _ limit: Int
    ) throws(TransferError) -> [UInt8] {
        var room = max(1, min(guess, packed.count * 64, limit))
        while true {
            var outcome = Outcome.full
            let body = unsafe [UInt8](unsafeUninitializedCapacity: room) { output, count in
                unsafe packed.withUnsafeBytes { input in
                    outcome = unsafe inflate(input, wrapping, into: UnsafeMutableRawBufferPointer(output))
                }
                if case .whole(let size) = outcome { count = size }
            }
            switch outcome {
            case .whole: return body
            case .broken(let reason): throw .badEncoding(reason: reason)
            case .full:
                guard room < limit else { throw .bodyTooLarge(limit: limit) }
                room = room > limit / 4 ? limit : min(limit, max(room * 4, packed.count * 8))
            }
        }
    }

    /// Unpacks all members of a gzip file (RFC 1952 §2.2), or what the other wrappings have around one stream.
    private func inflate(
        _ packed: UnsafeRawBufferPointer, _ wrapping: Wrapping, into output: UnsafeMutableRawBufferPointer
    ) -> Outcome {
        var (read, written) = (0, 0)
        repeat {
            let (code, taken, given) = unsafe inflateMember(
                UnsafeRawBufferPointer(rebasing: packed[read...]), wrapping,
                into: UnsafeMutableRawBufferPointer(rebasing: output[written...]))
            guard code == LIBDEFLATE_SUCCESS else { return Self.failure(code) }
            read += taken
            written += given
        } while unsafe wrapping == .gzip && read < packed.count && packed[read] == 0x1F
        let rest = unsafe packed[read...]
        let isEnd =
            switch wrapping {
            // Tape's and disk's padding, which gzip's own tools pass over too.
            case .gzip: unsafe rest.allSatisfy { $0 == 0 }
            case .zlib: unsafe rest.isEmpty
            // A checksum, from senders who left out only zlib's header.
            case .none: unsafe rest.count <= 4
            }
        return isEnd ? .whole(written) : .broken(Damage.more)
    }

    private func inflateMember(
        _ input: UnsafeRawBufferPointer, _ wrapping: Wrapping, into output: UnsafeMutableRawBufferPointer
    ) -> (code: libdeflate_result, taken: Int, given: Int) {
        var (taken, given) = (0, 0)
        let run =
            switch wrapping {
            case .gzip: unsafe libdeflate_gzip_decompress_ex
            case .zlib: unsafe libdeflate_zlib_decompress_ex
            case .none: unsafe libdeflate_deflate_decompress_ex
            }
        let code = unsafe run(
            inflater, input.baseAddress, input.count, output.baseAddress, output.count, &taken, &given)
        return (code, taken, given)
    }

    private static func failure(_ code: libdeflate_result) -> Outcome {
        code == LIBDEFLATE_INSUFFICIENT_SPACE ? .full : .broken(Damage.broken)
    }

    /// What the last member says of its size (RFC 1952 §2.3.1: ISIZE, modulo 2^32).
    private static func gzipSize(_ packed: [UInt8]) -> Int {
        packed.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Whether the first two bytes are a zlib header (RFC 1950 §2.2).
    private static func hasZlibHeader(_ packed: [UInt8]) -> Bool {
        packed.count >= 2 && packed[0] & 0x0F == 8 && packed[0] >> 4 <= 7
            && (Int(packed[0]) << 8 | Int(packed[1])) % 31 == 0
    }
}

/// What can be wrong with a packed body, in words.
enum Damage {
    static let broken = "it is cut off or damaged"
    static let cut = "it is cut off"
    static let more = "there is more behind the end of the compressed data"
}
