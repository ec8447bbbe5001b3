import TestSupport
import Testing

@testable import XMLTree

/// Text made to be slow: eight times as much of it takes about eight times the work, not sixty-four times.
struct LinearTimeTests {
    /// The beginnings of things that never end, and ends that are ever the same far one.
    static let pieces: [(piece: String, tail: String)] = [
        ("<x a=\"", ""), ("<x a=", ""), ("</x a=\"", ""), ("<x=\"", ""), ("<x ", ""), ("<x/", ""), ("<?", ""),
        ("<!x ", ""), ("<!--", ""), ("<!-- ", "-->"), ("<x a=\">\" ", ""), ("<x a=\">' ", ""), ("<b ", ">"),
        ("<b a", ">"), ("<b>", ""), ("<textarea>", ""), ("<style>", ""), ("<title>", ""), ("<xmp>", ""),
        ("<![CDATA[", ""), ("<b></", ""), ("<b></i", ""), ("&", ""), ("&#", ""), ("&#xD800;", ""),
        ("&amp", ""),
        ("<b></x ", ""), ("<script></", ""), ("<a x='\"", ""), ("<x:", ""), ("<x:y ", ">"), ("]]>", ""),
    ]

    @Test(arguments: pieces)
    func `text is read in time linear in its length`(_ piece: String, _ tail: String) {
        #expect(isLinear(piece, tail) { _ = HTMLText.plain($0) })
        #expect(isLinear(piece, tail) { _ = HTMLText.undeclared($0) })
    }

    @Test(arguments: [
        ("<!DOCTYPE ", ">"), ("<!DOCTYPE ", "[>"), ("<!DOCTYPE[]>", ""), ("<x '", ""), ("<x a='", ""),
        ("<!--", ""),
        ("<![CDATA[", ""), ("<?x ", ""),
    ])
    func `a document is looked over in time linear in its length`(_ piece: String, _ tail: String) {
        #expect(isLinear(piece, tail) { _ = HostileScan.run($0.utf8.span) })
    }

    @Test(arguments: [
        ("<x a=\"<\">", ""), ("<x a=\"\n", ""), ("<x a='\n\"", ""), ("<x a=\"", ""), ("<x a=", ""),
        ("<x a b ", ""),
    ])
    func `start tags are read in time linear in the document's length`(_ piece: String, _ tail: String) {
        let isEven = isLinear(piece, tail) { text in
            let bytes = Array(text.utf8)
            var at = 0
            while let open = bytes.span.index(of: 0x3C, from: at) {
                at = max(SoupTag(bytes.span, at: open).end, open + 1)
            }
        }
        #expect(isEven)
    }

    /// Compares the work for one length and for eight times as much, of more tries where they say otherwise.
    private func isLinear(_ piece: String, _ tail: String, _ read: (String) -> Void) -> Bool {
        func work(_ count: Int) -> Duration {
            let text = String(repeating: piece, count: count) + tail
            return ThreadTime.measure { read(text) }
        }
        var (short, long) = (work(4000), work(32_000))
        for _ in 0..<10 where long >= short * 24 {
            (short, long) = (max(short, work(4000)), min(long, work(32_000)))
        }
        return long < short * 24
    }

    @Test func `ends found from the back are those found from the front`() {
        var state: UInt64 = 3
        for _ in 0..<3000 {
            var text = ""
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += ["<b", "</b", "<x ", ">", "\"", "'", "=", " ", "a"][Int(state >> 33) % 9]
            }
            let bytes = Array(text.utf8)
            var ends = TagEnds(bytes.span, from: 0)
            for place in bytes.indices where bytes[place] == 0x3C {
                #expect(ends.end(of: place) == Self.end(of: bytes[(place + 2)...]), "\(text) at \(place)")
            }
        }
    }

    /// The plain way: on from each tag to its end.
    private static func end(of tag: ArraySlice<UInt8>) -> TagEnds.End {
        var quote: UInt8?
        var isValueDue = false
        for (place, byte) in zip(tag.indices, tag) {
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: ">") {
                return .closed(place + 1)
            } else if isValueDue, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
            if byte > 0x20 { isValueDue = byte == UInt8(ascii: "=") }
        }
        return quote == nil ? .open : .openInQuote
    }
}
