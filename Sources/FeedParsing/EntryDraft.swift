import FeedModel

/// What was read of one entry before links are resolved and its id is settled.
struct EntryDraft {
    var id: String?
    /// A guid that may stand for the link.
    var guidLink: Reference?
    var title = Ranked<String>()
    var link = Ranked<Reference>()
    var author = Ranked<String>()
    var published = Ranked<Timestamp>()
    var updated = Ranked<Timestamp>()
    var unreadableDate: String?
    var summary = Ranked<String>()
    var content = Ranked<String>()
    var categories: [String] = []
    var enclosures: [(reference: Reference, type: String?, length: Int64?)] = []

    /// Whether the entry says nothing at all.
    var isEmpty: Bool {
        id == nil && title.value == nil && link.value == nil && summary.value == nil && content.value == nil
            && guidLink == nil && author.value == nil && published.value == nil && updated.value == nil
            && unreadableDate == nil && categories.isEmpty && enclosures.isEmpty
    }

    /// Takes a date, or its text where it cannot be read.
    mutating func date(_ text: String, _ slot: WritableKeyPath<EntryDraft, Ranked<Timestamp>>, _ rank: Int) {
        guard self[keyPath: slot].wants(rank) else { return }
        if let moment = FeedDate.parse(text) {
            self[keyPath: slot].offer(moment, rank)
        } else if unreadableDate == nil, let raw = text.trimmed {
            unreadableDate = raw
        }
    }

    mutating func category(_ text: String?) {
        guard let text, !text.isEmpty, !categories.contains(text) else { return }
        categories.append(text)
    }
}

/// What was read of the feed itself.
struct FeedDraft {
    var title = Ranked<String>()
    var link = Ranked<Reference>()
    var id: String?
    var selfLink: Reference?
    var hub: Reference?
    var updated = Ranked<Timestamp>()
    var language = Ranked<String>()
    var author = Ranked<String>()
    var ttl: Int?
    /// `sy:updatePeriod` in minutes, and how often in it.
    var period: Int?
    var frequency: Int?
    var skipHours: [Int] = []
    var skipDays: [Int] = []
}

/// A URL as written, with the base that `xml:base` gives it.
struct Reference {
    var text: String
    var base: String?
}

extension String {
    /// Without white space at both ends; nil when nothing is left.
    var trimmed: String? {
        guard let first = utf8.first, let last = utf8.last else { return nil }
        if first > 0x20, first < 0x80, last > 0x20, last < 0x80 { return self }
        var text = Substring(self)
        while let first = text.unicodeScalars.first, first.properties.isWhitespace || first.value == 0xFEFF {
            text.unicodeScalars.removeFirst()
        }
        while let last = text.unicodeScalars.last, last.properties.isWhitespace || last.value == 0xFEFF {
            text.unicodeScalars.removeLast()
        }
        return text.isEmpty ? nil : String(text)
    }
}
