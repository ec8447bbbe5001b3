/// The tags of tag soup seen from above, before it is repaired: which elements nobody closes, where entries lie.
///
/// Two passes over the input, each linear; it keeps four bytes for an element that is never closed and eight for the
/// ends of an entry.
struct SoupOutline {
    /// What begins or ends at a place.
    enum Mark: UInt8 {
        case entryStart
        case entryEnd
        case rootStart
    }

    /// More open elements than that are counted only.
    static let deepest = 1024

    private var marks: [(place: Int32, mark: Mark)] = []
    /// Where the start tags of elements stand that end with what is around them, in document order.
    private var unclosed: [Int32] = []
    private var nextMark = 0
    private var nextUnclosed = 0

    /// An outline that knows nothing: every element is taken as closed.
    init() {}

    init(_ input: Span<UInt8>, from start: Int) {
        guard input.count < Int(Int32.max) else { return }
        var scan = TagScan(input, from: start)
        while let tag = scan.next(input) {
            if let mark = Self.mark(of: tag, input) { marks.append((Int32(tag.start), mark)) }
        }
        var sketch = Sketch()
        scan = TagScan(input, from: start)
        while let tag = scan.next(input) {
            let isStray = tag.isEnd && isEarlyEnd(tag, input, isInEntry: sketch.isInEntry)
            if !isStray { sketch.take(tag, input) }
        }
        let last = marks.last { $0.mark == .entryStart }?.place ?? 0
        unclosed = sketch.finished(before: last)
        nextMark = 0
    }

    private static func mark(of tag: TagScan.Tag, _ input: Span<UInt8>) -> Mark? {
        switch SoupRules.level(input, tag.name) {
        case .entry: tag.isEnd ? .entryEnd : .entryStart
        case .root: tag.isEnd ? nil : .rootStart
        case .channel, nil: nil
        }
    }

    /// Whether the element whose start tag stands at a place is never closed; places must come in order.
    mutating func isUnclosed(_ place: Int) -> Bool {
        while nextUnclosed < unclosed.count, Int(unclosed[nextUnclosed]) < place { nextUnclosed += 1 }
        return nextUnclosed < unclosed.count && Int(unclosed[nextUnclosed]) == place
    }

    /// Whether an end tag of the feed or its channel comes too early: the entry around it, or others, go on behind it.
    mutating func isEarlyEnd(_ level: SoupRules.Level?, at place: Int, isInEntry: Bool) -> Bool {
        guard let level, level != .entry else { return false }
        while nextMark < marks.count, Int(marks[nextMark].place) <= place { nextMark += 1 }
        guard nextMark < marks.count else { return false }
        switch marks[nextMark].mark {
        case .entryEnd: return isInEntry
        case .entryStart: return level == .root
        case .rootStart: return false
        }
    }

    private mutating func isEarlyEnd(_ tag: TagScan.Tag, _ input: Span<UInt8>, isInEntry: Bool) -> Bool {
        isEarlyEnd(SoupRules.level(input, tag.name), at: tag.start, isInEntry: isInEntry)
    }

    /// The open elements while the outline is drawn.
    private struct Sketch {
        private var open: [(name: UInt64, place: Int32, level: SoupRules.Level?)] = []
        private var count: [UInt64: Int32] = [:]
        private var beyond = 0
        /// Where entries are among the open elements.
        private var entries: [Int] = []
        private var levels: [Int] = []
        private var unclosed: [Int32] = []

        var isInEntry: Bool { !entries.isEmpty }

        mutating func take(_ tag: TagScan.Tag, _ input: Span<UInt8>) {
            let level = SoupRules.level(input, tag.name)
            let name = TagScan.hash(input, tag.name)
            if tag.isEnd {
                end(name, level)
                return
            }
            if level == .entry, let around = entries.last {
                // Another kind of entry inside one is stray; the next of its kind closes one.
                guard open[around].name == name else { return }
                pop(to: around)
            }
            guard !tag.isEmpty else { return }
            guard open.count < SoupOutline.deepest else {
                beyond += 1
                return
            }
            if level != nil { levels.append(open.count) }
            if level == .entry { entries.append(open.count) }
            open.append((name, Int32(tag.start), level))
            count[name, default: 0] += 1
        }

        private mutating func end(_ name: UInt64, _ level: SoupRules.Level?) {
            if beyond > 0, level == nil {
                beyond -= 1
                return
            }
            guard count[name] ?? 0 > 0 else { return }
            // Nothing but an entry's own end, or the feed's, reaches out of an entry.
            let first = level == nil ? levels.last.map { $0 + 1 } ?? 0 : 0
            guard let found = open[first...].lastIndex(where: { $0.name == name }) else { return }
            pop(to: found + 1)
            close(open.removeLast())
        }

        private mutating func pop(to depth: Int) {
            beyond = 0
            while open.count > depth {
                let last = open.removeLast()
                if last.level == nil { unclosed.append(last.place) }
                close(last)
            }
        }

        private mutating func close(_ last: (name: UInt64, place: Int32, level: SoupRules.Level?)) {
            count[last.name, default: 1] -= 1
            if last.level != nil { levels.removeLast() }
            if last.level == .entry { entries.removeLast() }
        }

        /// What was never closed; where the document is cut off, only what was left open before its last entry.
        mutating func finished(before last: Int32) -> [Int32] {
            for element in open where element.level == nil && element.place < last {
                unclosed.append(element.place)
            }
            unclosed.sort()
            return unclosed
        }
    }
}

/// Finds the tags of tag soup, passing over comments, sections and the DOCTYPE; attributes are not looked into.
struct TagScan {
    struct Tag {
        var start: Int
        var name: Range<Int>
        var isEnd: Bool
        var isEmpty: Bool
    }

    private var at: Int
    private var commentEnd = NextPlace()
    private var sectionEnd = NextPlace()

    init(_ input: Span<UInt8>, from start: Int) {
        at = start
    }

    mutating func next(_ input: Span<UInt8>) -> Tag? {
        while let open = input.index(of: 0x3C, from: at), open + 1 < input.count {
            switch input[open + 1] {
            case 0x21: at = behindDeclaration(input, open)
            case 0x2F:
                let name = nameEnd(input, open + 2)
                at = name
                if name > open + 2 {
                    return Tag(start: open, name: open + 2..<name, isEnd: true, isEmpty: false)
                }
            case let byte where SoupRepair.isNameStart(byte):
                let name = nameEnd(input, open + 1)
                at = name
                let isEmpty = finish(input)
                return Tag(start: open, name: open + 1..<name, isEnd: false, isEmpty: isEmpty)
            default: at = open + 1
            }
        }
        return nil
    }

    private func nameEnd(_ input: Span<UInt8>, _ start: Int) -> Int {
        var end = start
        while end < input.count, SoupRepair.isName(input[end]) { end += 1 }
        return end
    }

    private mutating func behindDeclaration(_ input: Span<UInt8>, _ open: Int) -> Int {
        if input.matches("<!--", at: open) {
            return commentEnd.index(of: "-->", in: input, from: open + 2).map { max($0 + 3, open + 4) }
                ?? open + 4
        }
        if input.matches("<![CDATA[", at: open, ignoringCase: true) {
            return sectionEnd.index(of: "]]>", in: input, from: open + 9).map { $0 + 3 } ?? open + 9
        }
        guard input.matches("<!DOCTYPE", at: open, ignoringCase: true) else { return open + 2 }
        var entities = EntityTable()
        return entities.readDoctype(input, from: open)
    }

    /// Goes behind a start tag; gives whether it closes itself.
    private mutating func finish(_ input: Span<UInt8>) -> Bool {
        while at < input.count {
            let byte = input[at]
            if byte == 0x3C { return false }
            at += 1
            if byte == 0x3E { return input[at - 2] == 0x2F }
            guard byte == 0x22 || byte == 0x27, let quote = input.index(of: byte, from: at) else { continue }
            if quote - at < 1000 || input.index(of: 0x3C, from: at, to: quote) == nil { at = quote + 1 }
        }
        return false
    }

    /// A hash of a name without regard to the case of ASCII letters (FNV-1a).
    static func hash(_ input: Span<UInt8>, _ name: Range<Int>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for at in name { hash = (hash ^ UInt64(lower(input[at]))) &* 0x100_0000_01B3 }
        return hash
    }
}
