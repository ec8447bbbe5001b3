import CLibXML2

/// Converts any encoding that iconv knows to UTF-8, replacing what is invalid by U+FFFD.
@safe
struct CharacterConverter: ~Copyable {
    private let handle: iconv_t

    private init?(from encoding: String) {
        guard let opened = unsafe iconv_open("UTF-8", encoding), unsafe feedherald_iconv_is_open(opened) == 1
        else {
            return nil
        }
        unsafe handle = opened
    }

    deinit {
        _ = unsafe iconv_close(handle)
    }

    /// Whether there is a converter for a name; names are checked first, since iconv takes paths and options too.
    static func isKnown(_ encoding: String) -> Bool {
        guard encoding.utf8.count <= 40,
            encoding.utf8.allSatisfy({
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
                    || [0x2D, 0x5F, 0x2E, 0x3A].contains($0)
            })
        else { return false }
        return CharacterConverter(from: encoding) != nil
    }

    /// The text in UTF-8 and whether something had to be replaced; nil when there is no such converter.
    static func convert(_ bytes: ArraySlice<UInt8>, from encoding: String) -> (
        bytes: [UInt8], isDamaged: Bool
    )? {
        if encoding == "HZ" { return convert(HZ.eightBit(bytes), from: "GB18030") }
        guard let converter = CharacterConverter(from: encoding) else { return nil }
        return converter.run(
            bytes, unit: encoding.hasPrefix("UTF-32") ? 4 : encoding.hasPrefix("UTF-16") ? 2 : 1)
    }

    /// - Parameter unit: how many bytes to pass over behind an invalid sequence.
    private func run(_ bytes: ArraySlice<UInt8>, unit: Int) -> (bytes: [UInt8], isDamaged: Bool) {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count + bytes.count / 2)
        var isDamaged = false
        var piece = [CChar](repeating: 0, count: 32 << 10)
        unsafe bytes.withUnsafeBytes { source in
            var left = source.count
            var input = unsafe UnsafeMutablePointer(
                mutating: source.baseAddress?.assumingMemoryBound(to: CChar.self))
            while left > 0 {
                var code: Int32 = 0
                let written = unsafe piece.withUnsafeMutableBufferPointer { buffer in
                    var output = buffer.baseAddress
                    var room = buffer.count
                    let result = unsafe iconv(handle, &input, &left, &output, &room)
                    code = result == -1 ? feedherald_errno() : 0
                    return buffer.count - room
                }
                unsafe piece.withUnsafeBytes { unsafe out.append(contentsOf: $0[0..<written]) }
                guard code == EILSEQ || code == EINVAL else { continue }
                // An incomplete sequence at the end, or an invalid one: replaced, and read on behind it.
                isDamaged = true
                out.append(contentsOf: [0xEF, 0xBF, 0xBD])
                let skipped = code == EINVAL ? left : min(unit, left)
                unsafe input = input?.advanced(by: skipped)
                left -= skipped
            }
        }
        // Some converters hold their last character back, since an accent may follow (CP1258, BIG5-HKSCS).
        let flushed = unsafe piece.withUnsafeMutableBufferPointer { buffer in
            var output = buffer.baseAddress
            var room = buffer.count
            _ = unsafe iconv(handle, nil, nil, &output, &room)
            return buffer.count - room
        }
        unsafe piece.withUnsafeBytes { unsafe out.append(contentsOf: $0[0..<flushed]) }
        return (out, isDamaged)
    }
}

/// HZ (RFC 1843): GB2312 in seven bits between `~{` and `~}`, which glibc does not know.
enum HZ {
    /// The same text in GB2312's eight bits.
    static func eightBit(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var out: [UInt8] = []
        var isChinese = false
        var at = bytes.startIndex
        while at < bytes.endIndex {
            let byte = bytes[at]
            let next = at + 1 < bytes.endIndex ? bytes[at + 1] : 0
            if byte == 0x7E, [0x7B, 0x7D, 0x7E, 0x0A].contains(next) {
                if next == 0x7B { isChinese = true }
                if next == 0x7D { isChinese = false }
                if next == 0x7E { out.append(byte) }
                at += 2
            } else {
                out.append(isChinese && byte > 0x20 ? byte | 0x80 : byte)
                at += 1
            }
        }
        return out[...]
    }
}
