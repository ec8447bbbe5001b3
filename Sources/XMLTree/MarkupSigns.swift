/// Looks for what shows that a text is markup, in time linear in its length.
struct MarkupSigns {
    private var nextClose = NextPlace()
    private var nextEquals = NextPlace()
    private var nextCommentEnd = NextPlace()
    private var nextSectionEnd = NextPlace()
    /// Where the last end tag of each element of HTML stands; made at the first element that may need one.
    private var lastEnds: [String: Int]?

    mutating func found(in text: Span<UInt8>) -> Bool {
        var at = 0
        while at < text.count {
            switch text[at] {
            case 0x26: if HTMLScan.reference(text, at) != nil { return true }
            case 0x3C: if isMarkup(text, at) { return true }
            default: break
            }
            at += 1
        }
        return false
    }

    private mutating func isMarkup(_ text: Span<UInt8>, _ at: Int) -> Bool {
        if text.matches("<!--", at: at), nextCommentEnd.index(of: "-->", in: text, from: at) != nil {
            return true
        }
        if text.matches("<![CDATA[", at: at), nextSectionEnd.index(of: "]]>", in: text, from: at) != nil {
            return true
        }
        guard at + 1 < text.count else { return false }
        let start = text[at + 1] == 0x2F ? at + 2 : at + 1
        let (name, end) = Self.name(text, start)
        guard let name, name.utf8.contains(0x3A) || HTMLNames.all.contains(name),
            end < text.count, !HTMLText.isLetterOrDigit(text[end]),
            let close = nextClose.index(of: 0x3E, in: text, from: end)
        else { return false }
        if HTMLNames.standalone.contains(name) || start == at + 2 || text[close - 1] == 0x2F { return true }
        if let equals = nextEquals.index(of: 0x3D, in: text, from: end), equals < close { return true }
        return lastEnd(of: name, in: text, from: at) > close
    }

    /// The name of an element, with its prefix where it has one (`o:p`).
    private static func name(_ text: Span<UInt8>, _ start: Int) -> (String?, Int) {
        let (prefix, colon) = HTMLScan.name(text, start)
        guard let prefix, colon < text.count, text[colon] == 0x3A else { return (prefix, colon) }
        let (local, end) = HTMLScan.name(text, colon + 1)
        guard let local, end < text.count, text[end] <= 0x20 || text[end] == 0x3E || text[end] == 0x2F else {
            return (nil, end)
        }
        return ("\(prefix):\(local)", end)
    }

    /// The place of an element's last end tag, -1 for none.
    private mutating func lastEnd(of name: String, in text: Span<UInt8>, from start: Int) -> Int {
        if lastEnds == nil {
            var ends: [String: Int] = [:]
            var here = start
            while let open = text.index(of: "</", from: here) {
                let (name, _) = Self.name(text, open + 2)
                if let name, name.utf8.contains(0x3A) || HTMLNames.all.contains(name) { ends[name] = open }
                here = open + 2
            }
            lastEnds = ends
        }
        return lastEnds?[name] ?? -1
    }
}
