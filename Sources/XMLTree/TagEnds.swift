/// Where the tags of a text end, found for all of them in one pass from its end.
///
/// Made once a tag turns out to have no end: what quotes are still open decides for each `<` whether a `>` ends it, and
/// walking on from every one of them would cost the square of the text.
struct TagEnds {
    enum End: Equatable {
        /// The place behind its `>`.
        case closed(Int)
        /// The text ends inside the tag.
        case open
        /// The text ends inside a quoted value of the tag.
        case openInQuote
    }

    /// The place of every `<` and its end, the last one first.
    private var ends: [(place: Int, end: End)] = []

    /// - Parameter start: no earlier place is asked for.
    init(_ html: Span<UInt8>, from start: Int) {
        var later = Later()
        var at = html.count
        while at > start {
            at -= 1
            if html[at] == 0x3C { ends.append((at, later.unquoted)) }
            later.step(html[at], at)
        }
    }

    /// The end of the tag at a place; each place must lie behind the one asked for before.
    mutating func end(of place: Int) -> End {
        while let last = ends.last, last.place < place { ends.removeLast() }
        return ends.last?.place == place ? ends.last?.end ?? .open : .open
    }

    /// How a tag ends that is read from some place on: outside quotes, there behind an equals sign, and in either kind
    /// of quotes.
    private struct Later {
        var unquoted = End.open
        var valueDue = End.open
        var inDouble = End.openInQuote
        var inSingle = End.openInQuote

        /// Goes one byte back.
        mutating func step(_ byte: UInt8, _ at: Int) {
            switch byte {
            case 0...0x20: break
            case 0x22: (valueDue, inDouble) = (inDouble, unquoted)
            case 0x27: (valueDue, inSingle) = (inSingle, unquoted)
            case 0x3D: unquoted = valueDue
            case 0x3E: (unquoted, valueDue) = (.closed(at + 1), .closed(at + 1))
            default: valueDue = unquoted
            }
        }
    }
}
