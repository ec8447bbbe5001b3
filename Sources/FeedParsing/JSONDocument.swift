import FeedModel
import XMLTree

/// JSON found in bytes that do not say what they are.
struct JSONDocument {
    var value: JSONValue?
    /// Whether it was JSON as RFC 8259 has it.
    var isWellFormed: Bool

    /// The document when its first character is that of a JSON object or list; nil for anything else.
    static func find(_ bytes: [UInt8], contentType: String?) -> JSONDocument? {
        guard startsLikeJSON(bytes) else { return nil }
        let text = DecodedBytes.utf8(bytes, contentType: contentType)
        if let value = try? JSONReader.read(text) { return JSONDocument(value: value, isWellFormed: true) }
        var repair = JSONRepair()
        repair.run(text)
        if !repair.isRepaired, let value = try? JSONReader.read(repair.out) {
            return JSONDocument(value: value, isWellFormed: true)
        }
        if let value = try? JSONReader.read(repair.out, lenient: true) {
            return JSONDocument(value: value, isWellFormed: false)
        }
        return JSONDocument(value: nil, isWellFormed: false)
    }

    private static func startsLikeJSON(_ bytes: [UInt8]) -> Bool {
        for byte in bytes.prefix(4096) {
            switch byte {
            case 0, 0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF: continue
            case 0x7B, 0x5B: return true
            default: return false
            }
        }
        return false
    }
}
