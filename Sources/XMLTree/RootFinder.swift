/// Finds where the document proper begins: PHP's warnings and other junk often stand before it.
enum RootFinder {
    /// HTML that may stand before a feed without being the document; `html` itself is not among it.
    private static let junk: Set<String> = [
        "br", "b", "p", "font", "div", "strong", "em", "i", "span", "script", "style", "table", "center",
        "hr", "pre",
        "code", "h1", "h2", "h3", "a", "img", "link", "meta", "noscript",
    ]
    private static let roots: [StaticString] = ["<rss", "<feed", "<rdf:RDF", "<channel", "<opml"]

    /// The place to begin reading: the first tag, or the feed's own where HTML stands before it.
    ///
    /// The DOCTYPE on the way is read for its entities.
    static func start(of input: Span<UInt8>, _ repair: inout SoupRepair) -> Int {
        guard let first = firstTag(input) else { return 0 }
        let name = SoupTag(input, at: first).local
        guard junk.contains(name), let root = feedRoot(input, from: first) else { return 0 }
        repair.faults += 1
        if let doctype = input.index(of: "<!DOCTYPE", from: 0), doctype < root {
            _ = repair.entities.readDoctype(input, from: doctype)
        }
        return root
    }

    private static func firstTag(_ input: Span<UInt8>) -> Int? {
        var at = 0
        var commentEnd = NextPlace()
        while let open = input.index(of: 0x3C, from: at), open + 1 < input.count {
            if SoupRepair.isNameStart(input[open + 1]) { return open }
            if input.matches("<!DOCTYPE", at: open, ignoringCase: true) {
                var entities = EntityTable()
                at = entities.readDoctype(input, from: open)
                continue
            }
            let isComment = input.matches("<!--", at: open)
            at = (isComment ? commentEnd.index(of: "-->", in: input, from: open) : nil) ?? open + 1
        }
        return nil
    }

    private static func feedRoot(_ input: Span<UInt8>, from start: Int) -> Int? {
        var at = start
        while let open = input.index(of: 0x3C, from: at) {
            for root in roots where input.matches(root, at: open, ignoringCase: true) {
                let end = open + root.utf8CodeUnitCount
                if end < input.count, !SoupRepair.isName(input[end]) { return open }
            }
            at = open + 1
        }
        return nil
    }
}
