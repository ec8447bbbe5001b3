/// A document in UTF-8, whatever it came in.
///
/// The order of trust: byte order mark, HTTP charset, XML declaration, UTF-8, windows-1252. A label that the bytes
/// contradict gives way: text with multi-byte sequences that is UTF-8 throughout is UTF-8, whatever it says
/// (no other encoding in use yields that by chance), and so is text that nearly is.
struct DecodedText {
    /// The document; what lies before ``start`` is a byte order mark.
    private(set) var bytes: [UInt8]
    private(set) var start = 0
    /// Whether bytes had to be replaced by U+FFFD, or the encoding had to be guessed.
    private(set) var isDamaged = false
    /// Whether the bytes were seen to be UTF-8 throughout; what a converter wrote is not looked at again.
    private(set) var isUTF8 = false

    init(_ bytes: [UInt8], charset: String?) {
        self.bytes = bytes
        if ByteOrderMark.isFalse(bytes) {
            self.bytes.removeFirst(2)
            decode(labels: [charset, XMLDeclaration.encoding(in: self.bytes)])
            isDamaged = true
            return
        }
        if let mark = ByteOrderMark.of(bytes) {
            start = mark.length
            if mark.encoding == "UTF-8" {
                mend(UTF8Survey.of(bytes.span))
            } else {
                convert(from: mark.encoding)
            }
            return
        }
        if let encoding = ByteOrderMark.guess(bytes) {
            convert(from: encoding)
            return
        }
        decode(labels: [charset, XMLDeclaration.encoding(in: bytes)])
    }

    private mutating func decode(labels: [String?]) {
        let survey = UTF8Survey.of(bytes.span)
        isUTF8 = survey.isValid
        if survey.isValid, survey.sequences > 0 { return }
        // What servers say when nobody told them is no more than a default, and the bytes contradict it.
        let isDefault = !survey.isValid && EncodingLabel.isASCII(labels.first ?? nil)
        for label in isDefault ? labels.reversed() : labels {
            guard let label, let encoding = EncodingLabel.resolve(label) else { continue }
            // The bytes of a document in UTF-16 or UTF-32 would have told themselves.
            if encoding.hasPrefix("UTF-16") || encoding.hasPrefix("UTF-32") || encoding == "UTF-8" {
                continue
            }
            // An ASCII document reads the same under every label but those that switch by escape sequences.
            if survey.isValid, !EncodingLabel.isStateful(encoding) { return }
            if EncodingLabel.isASCII(label), survey.looksLikeUTF8 { continue }
            if convert(from: encoding) { return }
        }
        if survey.isValid { return }
        if survey.looksLikeUTF8 {
            mend(survey)
        } else {
            // Neither what it says nor what it should be.
            convert(from: "CP1252")
            isDamaged = true
        }
    }

    /// Replaces what is no UTF-8.
    private mutating func mend(_ survey: UTF8Survey) {
        isUTF8 = true
        guard !survey.isValid else { return }
        bytes = Array(String(decoding: bytes[start...], as: UTF8.self).utf8)
        start = 0
        isDamaged = true
    }

    @discardableResult
    private mutating func convert(from encoding: String) -> Bool {
        guard let converted = CharacterConverter.convert(bytes[start...], from: encoding) else {
            return false
        }
        bytes = converted.bytes
        isUTF8 = false
        isDamaged = converted.isDamaged
        start = 0
        return true
    }
}

/// The marks that say an encoding by the first bytes (XML 1.0 appendix F).
enum ByteOrderMark {
    static func of(_ bytes: [UInt8]) -> (encoding: String, length: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return ("UTF-8", 3) }
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return ("UTF-32LE", 4) }
        if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return ("UTF-32BE", 4) }
        if bytes.starts(with: [0xFF, 0xFE]) { return ("UTF-16LE", 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return ("UTF-16BE", 2) }
        return nil
    }

    /// Whether a mark of 16 bits stands before text of 8: such a document begins with two characters in ASCII.
    static func isFalse(_ bytes: [UInt8]) -> Bool {
        guard bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]), bytes.count >= 4 else {
            return false
        }
        let isBegin = bytes[2] == 0x3C || bytes[2] == 0x7B || [0x09, 0x0A, 0x0D, 0x20].contains(bytes[2])
        return isBegin && (0x09...0x7E).contains(bytes[3])
    }

    /// What the zero bytes around the first characters tell, and EBCDIC's `<?xm`.
    static func guess(_ bytes: [UInt8]) -> String? {
        guard bytes.count >= 4 else { return nil }
        let head = Array(bytes[0..<4])
        if head == [0x4C, 0x6F, 0xA7, 0x94] { return "IBM037" }
        let zeros = head.map { $0 == 0 }
        switch zeros {
        case [false, true, true, true]: return "UTF-32LE"
        case [true, true, true, false]: return "UTF-32BE"
        case [false, true, false, true]: return "UTF-16LE"
        case [true, false, true, false]: return "UTF-16BE"
        default: return nil
        }
    }
}
