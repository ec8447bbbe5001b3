internal import CLibXML2

/// The library of this module as loaded at run time.
public enum XMLLibrary {
    /// libxml2's version, such as `2.9.14`.
    public static var version: String {
        guard let pointer = unsafe feedherald_xml_version() else { return "unknown" }
        let digits = unsafe String(cString: pointer).prefix { $0.isNumber }
        guard let number = Int(digits) else { return "unknown" }
        return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
    }
}
