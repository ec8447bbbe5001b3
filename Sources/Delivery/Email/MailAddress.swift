import FeedModel

/// A mailbox: `address` or `Name <address>` (RFC 5322 §3.4).
struct MailAddress: Sendable, Hashable {
    var name: String?
    /// `local@domain`, ASCII without blanks, quotes and controls.
    var address: String

    /// Reads a mailbox of the settings.
    init(_ text: String) throws(Failure) {
        let text = SafeText.line(text)
        if let open = text.lastIndex(of: "<"), text.hasSuffix(">") {
            address = String(text[text.index(after: open)...].dropLast())
            name = SafeText.nonEmptyLine(String(text[..<open]).filter { $0 != "\"" })
        } else {
            address = text
        }
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        let isPlain = address.utf8.allSatisfy {
            (0x21..<0x7F).contains($0) && !Array("<>()[],;:\\\"".utf8).contains($0)
        }
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, isPlain else {
            throw Failure(
                .delivery, "\"\(TextCut.characters(text, 60))\" is no mail address",
                hint: "write name@example.org or Name <name@example.org>")
        }
    }

    var domain: String { address.split(separator: "@").last.map(String.init) ?? "localhost" }

    /// As it stands in a header.
    var field: String { field(named: name) }

    /// The address under another name.
    func field(named name: String?) -> String {
        guard let name else { return address }
        let isAtom = name.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                || $0 == 0x20
        }
        return "\(isAtom && name.utf8.count < 60 ? name : MailHeader.forcedWord(name)) <\(address)>"
    }
}
