import TestSupport

/// Encodings in which zeros pack well.
enum Bomb: String, CaseIterable, Sendable {
    case gzip, deflate, br, zstd

    /// What a bomb unpacks to: 20 MiB of zeros.
    static let size = 20 << 20

    /// The packed bytes.
    func bytes() throws -> [UInt8] {
        switch self {
        case .gzip: return try Self.gzipped()
        case .deflate: return Array(try Self.gzipped().dropFirst(10).dropLast(8))
        case .zstd: return Self.runLengths
        case .br: return Self.longCopy
        }
    }

    /// Packed by hand once: two meta-blocks (RFC 7932 §9.2), of which almost all is one long copy.
    private static let longCopy: [UInt8] = [
        0xCF, 0xFF, 0xFF, 0x7F, 0xF8, 0x27, 0x00, 0xE2, 0xB1, 0x40, 0x20, 0xF7, 0xFE, 0x3F, 0xFF, 0xFF, 0x7F,
        0xF0,
        0x4F, 0x00, 0xC4, 0x61, 0x01, 0x80, 0xEE, 0xFD, 0x0F,
    ]

    private static func gzipped() throws -> [UInt8] {
        try ToolProcess.run("gzip", "-9nc", input: [UInt8](repeating: 0, count: size))
    }

    /// A frame of run-length blocks of 128 KiB each (RFC 8878 §3.1.1.2.2).
    private static var runLengths: [UInt8] {
        var bytes: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x58]  // magic, descriptor, window of 2 MiB
        let blocks = size / (128 << 10)
        for number in 0..<blocks {
            let header = (128 << 10) << 3 | 1 << 1 | (number == blocks - 1 ? 1 : 0)
            bytes += [UInt8(header & 0xFF), UInt8(header >> 8 & 0xFF), UInt8(header >> 16), 0]
        }
        return bytes
    }
}
