/// Texts of publishers and servers, made fit for a terminal.
enum Clean {
    /// One line without what could steer a terminal.
    static func line(_ text: String) -> String {
        if text.isPlain { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator:
                if result.last != " " { result.append(" ") }
            case .format where scalar.value == 0x200D: result.unicodeScalars.append(scalar)
            case .format, .surrogate, .privateUse, .unassigned: break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
