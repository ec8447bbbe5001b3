/// The XML declaration, found even where it comes late or in capitals.
enum XMLDeclaration {
    /// The encoding it names, nil when it names none; the first 4 KiB are searched.
    static func encoding(in bytes: [UInt8]) -> String? {
        let head = bytes.prefix(4096).map(lower)
        let span = head.span
        let limit = head.count
        guard let open = span.index(of: "<?xml", from: 0), open < limit else { return nil }
        let end = min(span.index(of: 0x3E, from: open) ?? limit, limit)
        guard let key = span.index(of: "encoding", from: open), key < end else { return nil }
        var at = key + 8
        func skip(_ isSkipped: (UInt8) -> Bool) { while at < end, isSkipped(span[at]) { at += 1 } }
        skip { $0 <= 0x20 }
        guard at < end, span[at] == 0x3D else { return nil }
        at += 1
        skip { $0 <= 0x20 || $0 == 0x22 || $0 == 0x27 }
        let start = at
        skip { $0 > 0x20 && $0 != 0x22 && $0 != 0x27 && $0 != 0x3F }
        return start == at ? nil : String(decoding: bytes[start..<at], as: UTF8.self)
    }
}
