/// One device to push to.
struct APNsDevice: Hashable, Sendable {
    /// Lower-case hexadecimal digits, an even number of them; their meaning and length are Apple's business.
    var token: String
    /// The name a person gave it.
    var name: String?
    /// When the app registered it, in milliseconds since 1970.
    var registeredAt: Int64?

    init(token: String, name: String? = nil, registeredAt: Int64? = nil) {
        self.token = token
        self.name = name
        self.registeredAt = registeredAt
    }

    /// Reads a token in any notation: plain hexadecimal, or as systems print it, `<abcd ef01 …>`.
    ///
    /// Anything else is refused rather than cleaned: "(null)" must not become an empty token.
    static func token(_ text: String) -> String? {
        let digits = text.filter { !($0 == "<" || $0 == ">" || $0.isWhitespace) }.lowercased()
        guard !digits.isEmpty, digits.utf8.count % 2 == 0,
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        return digits
    }

    /// How it is called in messages: its name, else the beginning of its token.
    var label: String { SafeText.nonEmptyLine(name) ?? "\(token.prefix(8))…" }
}
