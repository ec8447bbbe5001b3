/// Takes the markup out of texts, for comparing them: never for showing them.
enum Markup {
    /// The text without tags and with entities undone, both twice, since publishers escape twice.
    ///
    /// - Parameter limit: bytes of plain text after which the rest is left out.
    static func plain(_ text: String, limit: Int = .max) -> [UInt8] {
        // Copied whole and then cut: a prefix of a string's bytes is copied one by one.
        let whole = Array(text.utf8)
        let cut = limit < whole.count / 8 ? Array(whole[..<(limit * 8)]) : whole
        let once = stripped(cut, limit: limit)
        return once.contains { $0 == 0x3C || $0 == 0x26 } ? stripped(once, limit: limit) : once
    }

    private static func stripped(_ bytes: [UInt8], limit: Int) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(min(bytes.count, limit))
        var at = 0
        while at < bytes.count, plain.count < limit {
            switch bytes[at] {
            case 0x3C where isTag(bytes, at):
                plain.append(0x20)
                at = (bytes[at...].firstIndex(of: 0x3E) ?? bytes.count) + 1
            case 0x26:
                at = undo(bytes, at, into: &plain)
            default:
                let end = bytes[(at + 1)...].firstIndex { $0 == 0x3C || $0 == 0x26 } ?? bytes.count
                plain.append(contentsOf: bytes[at..<end])
                at = end
            }
        }
        return plain
    }

    /// Whether a `<` begins a tag, an end tag, a comment or a declaration.
    private static func isTag(_ bytes: [UInt8], _ at: Int) -> Bool {
        guard at + 1 < bytes.count else { return false }
        let next = bytes[at + 1]
        return next == 0x2F || next == 0x21 || next == 0x3F || (0x61...0x7A).contains(next | 0x20)
    }

    /// Appends what the entity at an `&` stands for, and returns where to go on; unknown ones stay as they are.
    private static func undo(_ bytes: [UInt8], _ at: Int, into plain: inout [UInt8]) -> Int {
        let window = bytes[(at + 1)..<min(at + 12, bytes.count)]
        guard let end = window.firstIndex(of: 0x3B), let scalar = scalar(window[..<end]) else {
            plain.append(0x26)
            return at + 1
        }
        plain.append(contentsOf: String(Character(scalar)).utf8)
        return end + 1
    }

    private static func scalar(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
        let text = String(decoding: name, as: UTF8.self)
        if text.hasPrefix("#") {
            let digits = text.dropFirst()
            let code =
                digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return code.flatMap(Unicode.Scalar.init)
        }
        return named[text]
    }

    /// The names that matter for telling words apart; publishers rarely change how they write others.
    private static let named: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "hellip": "…", "mdash": "—",
        "ndash": "–", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "auml": "ä", "ouml": "ö",
        "uuml": "ü",
        "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é", "egrave": "è", "agrave": "à",
        "ccedil": "ç", "ntilde": "ñ",
    ]
}
