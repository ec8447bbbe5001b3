/// What a tag does to the text around it.
enum TagKind: Sendable {
    case inline
    case block
    /// A block whose text is kept as it stands, by its place in ``HTMLNames/whole``.
    case whole(Int)
    case hidden

    /// The kind of the element whose name begins at a place.
    ///
    /// Told by first letter and length before any string is made: most tags are inline.
    static func of(_ html: Span<UInt8>, _ start: Int) -> TagKind {
        var key: UInt64 = 0
        var at = start
        while at < html.count, HTMLText.isLetterOrDigit(html[at]) {
            guard at - start < 8 else { return TagKind.ofLong(html, start) }
            key = key << 8 | UInt64(lower(html[at]))
            at += 1
        }
        return kinds[key] ?? .inline
    }

    private static func ofLong(_ html: Span<UInt8>, _ start: Int) -> TagKind {
        for name in HTMLNames.longBlocks where html.matches(name, at: start, ignoringCase: true) {
            return .block
        }
        return .inline
    }

    /// Names of up to eight letters.
    private static let kinds: PackedTable<TagKind> = {
        let short = { (names: Set<String>, kind: TagKind) in
            names.filter { $0.utf8.count <= 8 }.map { (name: $0, value: kind) }
        }
        let whole = HTMLNames.whole.enumerated().map { (name: $1, value: TagKind.whole($0)) }
        let blocks = HTMLNames.blocks.subtracting(HTMLNames.whole)
        return PackedTable(short(blocks, .block) + whole + short(HTMLNames.hidden, .hidden))
    }()
}
