/// How many columns of a terminal a text takes.
///
/// Wide are the East Asian wide and full-width characters (Unicode Standard Annex 11) and emoji; combining marks
/// take none.
enum DisplayWidth {
    static func of(_ text: String) -> Int {
        text.isPlain ? text.utf8.count : text.reduce(0) { $0 + of($1) }
    }

    /// One character with all its marks and joiners: 0, 1 or 2 columns.
    static func of(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if first.isASCII { return first.value < 0x20 || first.value == 0x7F ? 0 : 1 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        // An emoji, or a character that a variation selector turns into one.
        if first.properties.isEmojiPresentation { return 2 }
        if character.unicodeScalars.contains(where: { $0.value == 0xFE0F }), first.properties.isEmoji {
            return 2
        }
        return wide.contains { $0.contains(first.value) } ? 2 : 1
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
        0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]

    /// The text cut to so many columns, with `…` where something is missing.
    static func cut(_ text: String, to columns: Int) -> String {
        guard of(text) > columns else { return text }
        guard columns > 0 else { return "" }
        var taken = 0
        var result = ""
        for character in text {
            let width = of(character)
            if taken + width > columns - 1 { break }
            taken += width
            result.append(character)
        }
        return result + "…"
    }

    /// The text filled up with blanks to so many columns.
    static func pad(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - of(text)))
    }
}

extension String {
    /// Whether it is printable ASCII throughout: one column a byte, and nothing that steers a terminal.
    var isPlain: Bool { utf8.allSatisfy { (0x20...0x7E).contains($0) } }
}
