import FeedModel

/// Escapes texts for the place they are put into.
enum Escape {
    /// The text as it may stand in `place`; `isFirst` when nothing stands before it there.
    static func text(_ text: String, for place: TextPlace, isFirst: Bool = false) -> String {
        switch place {
        case .plain: text
        case .json: String(JSONValue.string(text).text.dropFirst().dropLast())
        case .header: SafeText.line(text)
        case .argument: argument(text, isFirst: isFirst)
        case .url: percent(text)
        case .html: html(text)
        case .slack: neutral(text.replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;"]))
        case .markdown: markdown(text)
        case .topic: text.replacing(["/": "-", "+": "-", "#": "-", "\0": ""])
        }
    }

    /// RFC 3986 §2.3: everything but the unreserved characters is encoded.
    static func percent(_ text: String) -> String {
        var result: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: result.append(byte)
            default: result += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    static func html(_ text: String) -> String {
        text.replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"])
    }

    /// An argument cannot hold a NUL, and a publisher's text never begins one with a dash: `-rf` gets a blank.
    private static func argument(_ text: String, isFirst: Bool) -> String {
        let clean = text.filter { $0 != "\0" }
        return isFirst && clean.hasPrefix("-") ? " " + clean : clean
    }

    /// Every ASCII character that Markdown gives a meaning is written with a backslash before it.
    private static func markdown(_ text: String) -> String {
        var result = ""
        for character in neutral(text) {
            if "\\`*_{}[]()#+-.!|~>:<".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }

    /// `@everyone`, `@here` and `<!channel>` call nobody: a word joiner parts the sign from the name.
    private static func neutral(_ text: String) -> String {
        text.replacing(["@": "@\u{2060}"])
    }
}

extension String {
    /// The text with each character that `table` names replaced, in one pass.
    fileprivate func replacing(_ table: [Character: String]) -> String {
        guard contains(where: { table[$0] != nil }) else { return self }
        return reduce(into: "") { result, character in
            if let text = table[character] { result += text } else { result.append(character) }
        }
    }
}
