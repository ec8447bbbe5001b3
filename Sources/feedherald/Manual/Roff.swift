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
        [".PP", ".nf", ".RS 4"] + lines.map { guarded(escaped($0)) } + [".RE", ".fi"]
    }

    /// Running text, in lines that mandoc's lint does not complain about; a sentence begins a line.
    static func line(_ text: String) -> String {
        var lines: [String] = []
        var current = ""
        for word in escaped(text).split(separator: " ") {
            let endsSentence = current.hasSuffix(".") && word.first?.isUppercase == true
            if !current.isEmpty, endsSentence || current.utf8.count + word.utf8.count >= 78 {
                lines.append(current)
                current = ""
            }
            current += (current.isEmpty ? "" : " ") + word
        }
        return (lines + [current]).map(guarded).joined(separator: "\n")
    }

    /// A dot or an apostrophe at a line's start would be a request.
    private static func guarded(_ line: String) -> String {
        line.first == "." || line.first == "'" ? "\\&" + line : line
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
