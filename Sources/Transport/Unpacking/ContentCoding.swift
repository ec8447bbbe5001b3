/// How a body was packed (RFC 9110 §8.4.1; `br` is RFC 7932, `zstd` RFC 8878).
enum ContentCoding: Hashable, CaseIterable {
    case gzip, deflate, brotli, zstd

    /// The header line that asks for them.
    static let acceptLine: StaticString = "Accept-Encoding: gzip, br, zstd, deflate"

    /// More than these over each other are nobody's honest answer.
    static let most = 5

    /// The codings of an answer, in the order in which they were put on; several fields are one list.
    ///
    /// Throws ``TransferError/badEncoding(reason:)`` for names we do not know and for more than ``most``.
    static func all(in headers: HeaderFields) throws(TransferError) -> [ContentCoding] {
        var codings: [ContentCoding] = []
        for field in headers.all("content-encoding") {
            for name in field.split(separator: ",") {
                let name = name.drop { $0 == " " || $0 == "\t" }.split { $0 == " " || $0 == "\t" }.first ?? ""
                guard let coding = try named(name) else { continue }
                guard codings.count < most else {
                    throw .badEncoding(reason: "it has more than \(most) content codings over each other")
                }
                codings.append(coding)
            }
        }
        return codings
    }

    /// The coding of a name in any case; nil for those that change nothing.
    private static func named(_ name: Substring) throws(TransferError) -> ContentCoding? {
        switch name.lowercased() {
        case "gzip", "x-gzip": return .gzip
        case "deflate": return .deflate
        case "br": return .brotli
        case "zstd": return .zstd
        case "", "identity", "none": return nil
        default:
            let shown = name.unicodeScalars.prefix(40).map {
                $0.value > 0x20 && $0.value < 0x7F ? Character($0) : "?"
            }
            throw .badEncoding(reason: "its content coding \(String(shown)) is unknown")
        }
    }
}
