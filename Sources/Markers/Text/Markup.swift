/// Takes the markup out of texts, for comparing them: never for showing them.
enum Markup {
    /// The text without tags and with entities undone, both twice, since publishers escape twice.
    static func plain(_ text: String) -> [UInt8] {
        let once = stripped(text.utf8.span)
        return once.hasMarks ? stripped(once.bytes.span).bytes : once.bytes
    }

    /// Plain text, and whether it has a `<` or `&` in it.
    private struct Plain {
        var bytes: [UInt8] = []
        var hasMarks = false
    }

    private static func stripped(_ bytes: Span<UInt8>) -> Plain {
        var hasMarks = false
        // What comes out is never longer than what it stands for.
        let plain = [UInt8](capacity: bytes.count) { plain in
            var at = 0
            while at < bytes.count {
                switch bytes[at] {
                case 0x3C where isTag(bytes, at):
                    plain.append(0x20)
                    at = tagEnd(bytes, at)
                case 0x26:
                    let (scalar, length) = entity(bytes, at)
                    if scalar == "<" || scalar == "&" { hasMarks = true }
                    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { plain.append(byte) }
                    at += length
                case let first:
                    if first == 0x3C { hasMarks = true }
                    plain.append(first)
                    at += 1
                    while at < bytes.count, case let byte = bytes[at], byte != 0x3C,
                        byte != 0x26
                    {
                        plain.append(byte)
                        at += 1
                    }
                }
            }
        }
        return Plain(bytes: plain, hasMarks: hasMarks)
    }

    /// Whether a `<` begins a tag, an end tag, a comment or a declaration.
    static func isTag(_ bytes: Span<UInt8>, _ at: Int) -> Bool {
        at + 1 < bytes.count && beginsTag(Unicode.Scalar(bytes[at + 1]))
    }

    /// Whether a `<` before a character begins a tag.
    static func beginsTag(_ next: Unicode.Scalar) -> Bool {
        next == "/" || next == "!" || next == "?" || ("a"..."z").contains(next) || ("A"..."Z").contains(next)
    }

    /// The place behind the tag that begins at a place.
    static func tagEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int {
        var at = start
        while at < bytes.count {
            let place = EightBytes(bytes, at).first(0x3E)
            if place < 8 { return at + place + 1 }
            at += 8
        }
        return bytes.count
    }

    /// What the entity at an `&` stands for, and its bytes; an unknown one stays as it is, beginning with the `&`.
    static func entity(_ bytes: Span<UInt8>, _ at: Int) -> (Unicode.Scalar, length: Int) {
        var end = at + 1
        while end < min(at + 12, bytes.count), bytes[end] != 0x3B { end += 1 }
        guard end < min(at + 12, bytes.count) else { return ("&", 1) }
        let name = bytes.extracting((at + 1)..<end)
        return scalar(name).map { ($0, end + 1 - at) } ?? ("&", 1)
    }

    static func scalar(_ name: Span<UInt8>) -> Unicode.Scalar? {
        guard !name.isEmpty else { return nil }
        guard name[0] == 0x23 else { return byName[packed(name)] }
        if name.count > 1, name.count < 9 {
            var code: UInt32 = 0
            var at = 1
            while at < name.count, (0x30...0x39).contains(name[at]) {
                code = code * 10 + UInt32(name[at] - 0x30)
                at += 1
            }
            if at == name.count { return Unicode.Scalar(code) }
        }
        var letters: [UInt8] = []
        for place in 1..<name.count { letters.append(name[place]) }
        let digits = String(decoding: letters, as: UTF8.self)
        let code = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap(Unicode.Scalar.init)
    }

    /// A name of at most seven bytes as one number, which is found faster than a text; 0 for longer ones.
    private static func packed(_ name: Span<UInt8>) -> UInt64 {
        guard name.count <= 7 else { return 0 }
        var number: UInt64 = 1
        for at in 0..<name.count { number = number << 8 | UInt64(name[at]) }
        return number
    }

    private static let byName = Dictionary(
        named.map { name, scalar in (packed(name.utf8.span), scalar) },
        uniquingKeysWith: { first, _ in first })

    /// The names that matter for telling words apart; publishers rarely change how they write others.
    private static let named: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "hellip": "…", "mdash": "—",
        "ndash": "–", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "auml": "ä", "ouml": "ö",
        "uuml": "ü",
        "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é", "egrave": "è", "agrave": "à",
        "ccedil": "ç", "ntilde": "ñ",
    ]
}
