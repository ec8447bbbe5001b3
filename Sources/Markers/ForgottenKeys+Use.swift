internal import FeedModel

extension ForgottenKeys {
    /// When something was seen last, and by which hash it was found.
    struct Sight: Hashable {
        var day: Int32
        var isByID: Bool
    }

    mutating func append(id: UInt64, link: UInt64, day: Int32) {
        days.append(max(day, days.last ?? day))
        ids.append(id)
        links.append(link)
    }

    /// Remembers an article whose record is dropped, if it has an id or a link.
    mutating func append(_ record: EntryRecord) {
        let id = record.keys.last { $0.kind == .id }?.bits ?? 0
        let link = record.keys.last { $0.kind == .link }?.bits ?? 0
        guard id != 0 || link != 0 else { return }
        append(id: id, link: link, day: Int32(clamping: record.lastSeen.seconds / 86_400))
    }

    /// Drops what is older than a year, and the oldest of what is too many.
    mutating func prune(at now: Timestamp) {
        let limit = Int32(clamping: now.seconds / 86_400) - Self.daysKept
        let old = days.firstIndex { $0 >= limit } ?? days.count
        let dropped = max(old, count - Self.longest)
        guard dropped > 0 else { return }
        days.removeFirst(dropped)
        ids.removeFirst(dropped)
        links.removeFirst(dropped)
    }

    /// Looks entries up, ids first.
    func lookUp(_ prints: [Fingerprint]) -> [Sight?] {
        var wanted: [UInt64: Sight] = [:]
        var isWanted: Set<UInt64> = []
        for print in prints {
            for key in [print.id, print.link] { if let key { isWanted.insert(key.bits) } }
        }
        for at in 0..<count {
            if ids[at] != 0, isWanted.contains(ids[at]) {
                wanted[ids[at]] = Sight(day: days[at], isByID: true)
            }
            if links[at] != 0, isWanted.contains(links[at]) {
                wanted[links[at]] = Sight(day: days[at], isByID: false)
            }
        }
        return prints.map { print in
            print.id.flatMap { wanted[$0.bits] } ?? print.link.flatMap { wanted[$0.bits] }
        }
    }
}
