public import FeedModel

/// What became of the body of a ``FeedAnswer/Meaning/document``.
public enum DocumentReading: Sendable, Hashable {
    /// It was parsed: the publisher's hints, the number of its entries, and how many of them were new.
    case feed(PublisherHints, entries: Int, new: Int, publishedPerDay: Double?)
    /// It is the body of the last time, by its digest, and was not parsed.
    case same
    /// It is no feed, or not a whole one.
    case unreadable(Failure)

    /// A parsed feed of which so many entries were new.
    public static func feed(_ feed: Feed, new: Int, now: Timestamp) -> DocumentReading {
        var hints = PublisherHints()
        hints.ttlMinutes = feed.ttlMinutes.flatMap { $0 > 0 ? min($0, 1440) : nil }
        hints.skipHours = Array(Set(feed.skipHours.map { $0 == 24 ? 0 : $0 }.filter((0...23).contains)))
            .sorted()
        hints.skipDays = Array(Set(feed.skipDays.filter((0...6).contains))).sorted()
        let rate = PublishRate.observed(in: feed, now: now)
        return .feed(hints, entries: feed.entries.count, new: new, publishedPerDay: rate)
    }
}

extension FeedAnswer {
    /// Why a feed parsed from this answer's body must not be taken, nil when it may.
    ///
    /// libcurl cannot tell a compressed or unframed body that stops early from a whole one, and a recovering parser
    /// reads what there is. So what is not well-formed must at least end as it began: with its root's closing tag.
    public func objection(to feed: Feed) -> Failure? {
        guard !feed.isWellFormed else { return nil }
        let isObject = feed.format == .json || feed.format == .xSearch
        guard isObject ? !Self.endsAsObject(body) : Self.isCutOff(body) else { return nil }
        return Failure(.transport, "the document was cut off after \(body.count) bytes")
    }

    /// Whether the last byte that is no white space closes an object, as a whole JSON document does.
    static func endsAsObject(_ body: [UInt8]) -> Bool {
        body.last { $0 > 0x20 } == 0x7D
    }

    /// Whether an XML document's root element is opened but not closed near the end.
    static func isCutOff(_ body: [UInt8]) -> Bool {
        guard let root = rootName(body) else { return false }
        let close = [0x3C, 0x2F] + root
        let tail = body.suffix(4096)
        var at = tail.endIndex - close.count
        while at >= tail.startIndex {
            if tail[at] == 0x3C, tail[at..<(at + close.count)].elementsEqual(close) { return false }
            at -= 1
        }
        return true
    }

    /// The first element's name; nil in documents of two-byte characters and in what is no XML.
    private static func rootName(_ body: [UInt8]) -> [UInt8]? {
        let head = body.prefix(8192)
        guard !head.prefix(64).contains(0) else { return nil }
        for at in head.indices.dropLast() where head[at] == 0x3C {
            let next = head[at + 1]
            guard next != 0x3F, next != 0x21 else { continue }  // <? and <!
            let name = head[(at + 1)...].prefix { $0 > 0x20 && $0 != 0x3E && $0 != 0x2F }
            return name.isEmpty ? nil : Array(name)
        }
        return nil
    }
}
