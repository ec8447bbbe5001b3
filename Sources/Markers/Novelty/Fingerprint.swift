internal import FeedModel

/// What identifies an entry of the document at hand.
struct Fingerprint {
    /// At most one key a kind, in the order of the kinds.
    var keys: [EntryKey] = []
    /// The folded title, cut as records keep it; nil without a title.
    var title: String?
    var date: Timestamp?
    var link: EntryKey? { keys.first { $0.kind == .link } }
    var id: EntryKey? { keys.first { $0.kind == .id } }

    init(_ entry: Entry) {
        date = entry.date
        keys.reserveCapacity(7)
        if !entry.isIDMade, !entry.id.isEmpty {
            keys.append(EntryKey(.id, entry.id))
            if let path = LinkKey.path(ofID: entry.id) { keys.append(EntryKey(.idPath, path)) }
        }
        if let text = entry.link, !text.isEmpty {
            let link = LinkKey(text)
            keys.append(EntryKey(.link, link.whole))
            if !link.path.isEmpty { keys.append(EntryKey(.linkPath, link.path)) }
            if let slug = link.slug { keys.append(EntryKey(.slug, slug)) }
        }
        if let text = entry.title, !text.isEmpty {
            let folded = Words.folded(text)
            keys.append(EntryKey(.title, folded))
            title = Words.cut(folded)
        }
        if let address = entry.enclosures.first?.url, let file = LinkKey(address).slug {
            keys.append(EntryKey(.enclosure, file))
        }
    }

    /// The text that is compared: the content, else the summary.
    static func text(of entry: Entry) -> String {
        if let content = entry.content, !content.isEmpty { return content }
        return entry.summary ?? ""
    }

    /// A digest of the text's length and ends, to see cheaply that it changed.
    static func extent(of entry: Entry) -> UInt32 {
        let text = text(of: entry)
        let whole = text.utf8.span
        guard !whole.isEmpty else { return 0 }
        var ends = InlineArray<96, UInt8>(repeating: 0)
        let length = min(48, whole.count)
        for at in 0..<length {
            ends[at] = whole[at]
            ends[length + at] = whole[whole.count - length + at]
        }
        let digest = StableHash.of(ends.span.extracting(0..<2 * length), seed: UInt64(whole.count))
        return UInt32(truncatingIfNeeded: digest) | 1
    }

    /// A digest of all that is looked at without reading the text: equal means that nothing changed.
    ///
    /// - Parameter scratch: room that is used again for every entry.
    static func exact(of entry: Entry, extent: UInt32, scratch bytes: inout [UInt8]) -> UInt64 {
        func append(_ text: String?) {
            if let text { bytes.append(contentsOf: text.utf8) }
            bytes.append(0)
        }
        bytes.removeAll(keepingCapacity: true)
        append(entry.isIDMade ? nil : entry.id)
        append(entry.title)
        append(entry.link)
        let date = UInt64(bitPattern: entry.date?.milliseconds ?? .min)
        for shift in stride(from: 0, to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: date >> UInt64(shift)))
        }
        return StableHash.of(bytes, seed: UInt64(extent)) | 1
    }

    /// A digest of title and whole text as words: the same whatever the markup, addresses' queries and dates.
    static func wording(of entry: Entry) -> UInt64 {
        var hashes: UInt64 = 0x9E37_79B9_7F4A_7C15
        func take(_ bytes: [UInt8]) {
            Words.scan(bytes.span) { _, hash in
                hashes = (hashes ^ hash) &* 0xBF58_476D_1CE4_E5B9
                hashes ^= hashes >> 31
                return true
            }
        }
        take(Array(Words.folded(entry.title ?? "").utf8))
        hashes = ~hashes
        take(withoutQueries(Markup.plain(text(of: entry))))
        return hashes | 1
    }

    /// The text with the queries and fragments of the addresses in it left out.
    private static func withoutQueries(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(0x3F) || bytes.contains(0x23) else { return bytes }
        var kept: [UInt8] = []
        for run in bytes.split(omittingEmptySubsequences: true, whereSeparator: { $0 <= 0x20 }) {
            let isAddress = run.firstRange(of: Array("://".utf8)) != nil
            let end = isAddress ? run.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? run.endIndex : run.endIndex
            kept.append(contentsOf: run[..<end])
            kept.append(0x20)
        }
        return kept
    }
}
