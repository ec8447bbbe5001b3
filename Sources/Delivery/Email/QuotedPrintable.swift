/// Quoted-printable (RFC 2045 §6.7): lines of at most 76 bytes, ended by CR LF.
enum QuotedPrintable {
    static func encode(_ text: String) -> String {
        var result: [UInt8] = []
        var column = 0
        let digits = Array("0123456789ABCDEF".utf8)
        func put(_ bytes: [UInt8]) {
            if column + bytes.count > 75 {
                result += [0x3D, 13, 10]
                column = 0
            }
            result += bytes
            column += bytes.count
        }
        let bytes = Array(text.utf8)
        for (place, byte) in bytes.enumerated() {
            let isLineEnd = place + 1 == bytes.count || bytes[place + 1] == 10
            switch byte {
            case 10:
                result += [13, 10]
                column = 0
            case 0x20 where !isLineEnd, 0x09 where !isLineEnd: put([byte])
            // A dot that begins a line, and "From ", are changed by some servers on the way.
            case 0x2E where column == 0, 0x46 where column == 0:
                put([0x3D, digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            case 0x21...0x3C, 0x3E...0x7E: put([byte])
            default: put([0x3D, digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
