import FeedModel

/// The rule for an entry's id, the same on every poll whatever is missing.
///
/// 1. The publisher's own id (guid, Atom id, rdf:about, JSON id), white space at its ends cut, otherwise byte for byte.
/// 2. Else the entry's link, where no other entry without an id in the document has the same one.
/// 3. Else a digest of title, date as written or read, and text, as `urn:feedherald:` and 32 hexadecimal digits.
///
/// Never random, never the current time, never the place in the document: an entry keeps its id as long as the
/// publisher keeps what the rule looks at.
enum EntryIdentity {
    /// Gives ids to the entries that have none (an empty id).
    ///
    /// - Parameter writtenLinks: the links as the document has them, for those that could not be made absolute.
    static func settle(_ entries: inout [Entry], writtenLinks: [Int: String] = [:]) {
        func link(_ index: Int) -> String? {
            entries[index].link ?? writtenLinks[index]
        }
        var uses: [String: Int] = [:]
        for index in entries.indices where entries[index].id.isEmpty {
            if let link = link(index) { uses[link, default: 0] += 1 }
        }
        for index in entries.indices where entries[index].id.isEmpty {
            entries[index].isIDMade = true
            if let link = link(index), uses[link] == 1 {
                entries[index].id = link
            } else {
                entries[index].id = digest(entries[index])
            }
        }
    }

    private static func digest(_ entry: Entry) -> String {
        let date = entry.date.map { String($0.milliseconds) } ?? entry.unreadableDate
        let parts = [
            entry.title, entry.link, date, entry.summary, entry.content, entry.enclosures.first?.url,
        ].map { $0 ?? "" }
        return "urn:feedherald:" + StableHash.hex128(parts.joined(separator: "\u{0}").utf8)
    }
}
