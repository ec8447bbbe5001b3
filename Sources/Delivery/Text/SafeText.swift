/// Text as it may be shown: whatever a publisher wrote, it cannot steer a terminal, a header or the eye.
public enum SafeText {
    /// One line: control characters and escapes removed, line ends and runs of blanks folded into one blank,
    /// bidi overrides, isolates and other invisible steering removed, "(null)" removed.
    public static func line(_ text: String) -> String {
        if isPlainLine(text) { return withoutNull(text) }
        var result = String.UnicodeScalarView()
        var isBlankDue = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace || isBlank(scalar) {
                isBlankDue = !result.isEmpty
            } else if isKept(scalar) {
                if isBlankDue { result.append(" ") }
                isBlankDue = false
                result.append(scalar)
            }
        }
        return withoutNull(String(result))
    }

    /// Several lines: as ``line(_:)``, but line ends and tabs stay.
    public static func paragraph(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A }) { return withoutNull(text) }
        var result = String.UnicodeScalarView()
        var lastWasReturn = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\r": result.append("\n")
            case "\n", "\u{2028}", "\u{2029}": if !lastWasReturn { result.append("\n") }
            case "\t": result.append(scalar)
            default: if isKept(scalar) { result.append(scalar) }
            }
            lastWasReturn = scalar == "\r"
        }
        return withoutNull(String(result))
    }

    /// A text that is worth showing, on one line; nil where nothing is left of it.
    public static func nonEmptyLine(_ text: String?) -> String? {
        guard let text else { return nil }
        let line = line(text)
        return line.isEmpty ? nil : line
    }

    /// The link if a person may be led there: http or https, with a host, without blanks and control characters.
    ///
    /// `javascript:`, `data:`, `file:` and their like are never made clickable.
    public static func webLink(_ link: String?) -> String? {
        guard let link = link.map({ $0.drop { $0 == " " } }) else { return nil }
        let lower = link.prefix(8).lowercased()
        guard lower.hasPrefix("http://") || lower.hasPrefix("https://"),
            let start = link.firstIndex(of: ":").map({ link.index($0, offsetBy: 3) }),
            let first = link[start...].first, first != "/", first != "?", first != "#",
            link.unicodeScalars.allSatisfy({
                isKept($0) && !$0.properties.isWhitespace && $0 != "\"" && $0 != "<" && $0 != ">"
            })
        else { return nil }
        return String(link)
    }

    /// Whether the text is printable ASCII with single blanks between its words: nothing to do, as mostly.
    private static func isPlainLine(_ text: String) -> Bool {
        var last: UInt8 = 0x20
        for byte in text.utf8 {
            guard (0x20...0x7E).contains(byte), byte != 0x20 || last != 0x20 else { return false }
            last = byte
        }
        return last != 0x20 || text.isEmpty
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && (0x09...0x0D).contains(scalar.value)
    }

    /// No C0 and C1 controls, no bidi marks, overrides and isolates, no replacement character, byte order mark,
    /// interlinear or tag characters outside of flags, no noncharacters.
    private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x206F,
            0xFEFF, 0xFFF9...0xFFFD, 0xFDD0...0xFDEF, 0x2028, 0x2029:
            false
        default: scalar.value & 0xFFFE != 0xFFFE
        }
    }

    /// Without the text old providers made of a missing value.
    private static func withoutNull(_ text: String) -> String {
        guard text.utf8.contains(0x28), text.range(of: "(null)") != nil else { return text }
        var parts = text.split(separator: "(null)", omittingEmptySubsequences: true).map(String.init)
        parts = parts.map { String($0.drop { $0 == " " }) }
        while parts.last?.isEmpty == true { parts.removeLast() }
        var result = parts.joined()
        while result.last == " " { result.removeLast() }
        return result
    }
}
