/// One pass over markup that writes its text.
struct HTMLScan: ~Copyable {
    var text: PlainText
    private var at = 0
    private var nextClose = NextPlace()
    private var nextSectionEnd = NextPlace()
    /// CDATA sections that are open: publishers wrap twice.
    private var sections = 0
    /// Where the next end tags of the elements in ``HTMLNames/whole`` stand.
    private var wholeEnds = HTMLNames.whole.map { _ in NextPlace() }
    /// Made at the first tag without an end.
    private var tagEnds: TagEnds?

    init(capacity: Int) {
        text = PlainText(capacity: capacity + 1)
    }

    mutating func run(_ html: Span<UInt8>) {
        while at < html.count {
            let open = html.index(of: 0x3C, from: at) ?? html.count
            while sections > 0, let close = nextSectionEnd.index(of: "]]>", in: html, from: at), close < open
            {
                characters(html, close)
                at = close + 3
                sections -= 1
            }
            characters(html, open)
            at = open
            guard at < html.count else { return }
            if let end = tagEnd(html) {
                tag(html, end)
            } else {
                text.append(html, at, at + 1)
                at += 1
            }
        }
    }

    /// Writes the text between two tags, its references resolved.
    private mutating func characters(_ html: Span<UInt8>, _ end: Int) {
        while at < end {
            guard let mark = html.index(of: 0x26, from: at, to: end) else {
                text.append(html, at, end)
                return
            }
            text.append(html, at, mark)
            if let found = Self.reference(html, mark) {
                text.append(found.scalar)
                at = mark + found.length
            } else {
                text.append(html, mark, mark + 1)
                at = mark + 1
            }
        }
    }

    /// The place behind the tag at the cursor; nil when the `<` there is none.
    private mutating func tagEnd(_ html: Span<UInt8>) -> Int? {
        guard at + 1 < html.count else { return nil }
        let next = html[at + 1]
        if next == 0x21 { return declarationEnd(html) }
        let isName = (0x61...0x7A).contains(next | 0x20)
        let isEnd = next == 0x2F && at + 2 < html.count && (0x61...0x7A).contains(html[at + 2] | 0x20)
        guard isName || isEnd || next == 0x3F else { return nil }
        if tagEnds == nil {
            if let end = Self.firstEnd(html, at + 2) { return end }
            tagEnds = TagEnds(html, from: at)
        }
        switch tagEnds?.end(of: at) {
        case .closed(let end): return end
        case .openInQuote:
            // An open quote is taken back to the first `>` there is.
            return nextClose.index(of: 0x3E, in: html, from: at).map { $0 + 1 } ?? unclosedEnd(html)
        default: return unclosedEnd(html)
        }
    }

    /// The place behind the first `>` outside of quotes.
    private static func firstEnd(_ html: Span<UInt8>, _ start: Int) -> Int? {
        var here = start
        var quote: UInt8 = 0
        var isAfterEquals = false
        while here < html.count {
            let byte = html[here]
            here += 1
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == 0x3E {
                return here
            } else if byte == 0x22 || byte == 0x27 {
                if isAfterEquals { quote = byte }
            }
            if byte > 0x20 { isAfterEquals = byte == 0x3D }
        }
        return nil
    }

    /// A tag that a publisher's cut left without its end: it goes with the rest, when it is one of HTML's.
    private func unclosedEnd(_ html: Span<UInt8>) -> Int? {
        let start = html[at + 1] == 0x2F ? at + 2 : at + 1
        let (name, end) = Self.name(html, start)
        guard let name, HTMLNames.all.contains(name) else { return nil }
        return end == html.count || html[end] <= 0x20 || html[end] == 0x2F ? html.count : nil
    }

    private mutating func declarationEnd(_ html: Span<UInt8>) -> Int? {
        if html.matches("<!--", at: at) {
            return html.index(of: "-->", from: at + 2).map { $0 + 3 } ?? html.count
        }
        if html.matches("<![CDATA[", at: at) {
            sections += 1
            return at + 9
        }
        return nextClose.index(of: 0x3E, in: html, from: at).map { $0 + 1 }
    }

    /// Passes the tag whose end is known: a block parts words, script and style take their text along.
    private mutating func tag(_ html: Span<UInt8>, _ end: Int) {
        let isEnd = html[at + 1] == 0x2F
        let start = isEnd ? at + 2 : at + 1
        let kind = TagKind.of(html, start)
        at = max(end, at + 1)
        switch kind {
        case .inline: break
        case .block: text.separate()
        case .whole(let element):
            text.separate()
            if !isEnd { whole(html, element) }
        case .hidden where !isEnd: skipHidden(html, start)
        case .hidden: break
        }
    }

    /// Writes the text of an element that holds no markup, up to its end tag; where that is missing, nothing is meant.
    private mutating func whole(_ html: Span<UInt8>, _ element: Int) {
        let name = HTMLNames.whole[element]
        let end = wholeEnds[element].place(from: at) { start in
            var here = start
            while let open = html.index(of: "</", from: here) {
                if Self.name(html, open + 2).0 == name { return open }
                here = open + 2
            }
            return nil
        }
        guard let end else { return }
        if element == 0 { text.append(html, at, end) } else { characters(html, end) }
        at = end
    }

    private mutating func skipHidden(_ html: Span<UInt8>, _ start: Int) {
        let (name, _) = Self.name(html, start)
        guard let name else { return }
        var here = at
        while let open = html.index(of: "</", from: here) {
            let (closing, end) = Self.name(html, open + 2)
            if closing == name {
                at = html.index(of: 0x3E, from: end).map { $0 + 1 } ?? html.count
                return
            }
            here = open + 2
        }
        at = html.count
    }

    /// The element name at a place in lower case, and where it ends.
    static func name(_ html: Span<UInt8>, _ start: Int) -> (String?, Int) {
        var end = start
        while end < html.count, HTMLText.isLetterOrDigit(html[end]), end - start < 16 { end += 1 }
        guard end > start else { return (nil, end) }
        return (String(decoding: (start..<end).map { lower(html[$0]) }, as: UTF8.self), end)
    }

    /// The character that the reference at an ampersand means; nil when it is none, or lacks its semicolon.
    static func reference(_ html: Span<UInt8>, _ start: Int) -> (scalar: Unicode.Scalar, length: Int)? {
        var end = start + 1
        if end < html.count, html[end] == 0x23 { end += 1 }
        let first = end
        while end < html.count, end - first < 32, HTMLText.isLetterOrDigit(html[end]) { end += 1 }
        guard end < html.count, end > first, html[end] == 0x3B else { return nil }
        let length = end + 1 - start
        if html[start + 1] == 0x23 {
            guard let code = CharacterReference.number(html, first, end) else { return nil }
            if let pair = CharacterReference.pair(html, code, end), let scalar = Unicode.Scalar(pair.code) {
                return (scalar, length + pair.length)
            }
            return (CharacterReference.scalar(code) ?? " ", length)
        }
        return HTMLEntity.scalar(html, first, end).map { ($0, length) }
    }
}
