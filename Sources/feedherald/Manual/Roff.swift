/// Text in the man macros of roff.
enum Roff {
    /// The whole page; a heading begins a paragraph by itself.
    static func document(_ lines: [String]) -> String {
        var kept: [String] = []
        for line in lines where line != ".PP" || kept.last?.hasPrefix(".SH") != true { kept.append(line) }
        return kept.joined(separator: "\n")
    }

    /// A heading, such as NAME.
    static func section(_ title: String) -> String { ".SH \(title)" }

    /// A term and what is said of it.
    static func item(_ term: String, _ text: String) -> [String] {
        [".TP", "\\fB\(escaped(term))\\fR", line(text)]
    }

    static func paragraph(_ text: String) -> [String] { [".PP", line(text)] }

    /// Lines that keep their shape.
    static func block(_ lines: [String]) -> [String] {
        [".PP", ".nf", ".RS 4"] + lines.map(line) + [".RE", ".fi"]
    }

    /// Text as it stands: a dot or an apostrophe at its start would be a request.
    static func line(_ text: String) -> String {
        let safe = escaped(text)
        return safe.first == "." || safe.first == "'" ? "\\&" + safe : safe
    }

    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "…": result += "..."
            case "\"": result += "\\(dq"
            case "'": result += "\\(aq"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            default: result.append(character)
            }
        }
        return result
    }
}
