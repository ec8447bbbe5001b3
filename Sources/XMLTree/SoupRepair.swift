/// Turns tag soup into well-formed XML that keeps the shape its author had in mind.
///
/// A plain recovering parser shifts the whole tree at the first end tag too many. Here an end tag that matches nothing
/// open is dropped, one that matches closes what was left open inside, a new item closes an unfinished one, a field
/// closes an unfinished neighbour, and cut documents are closed at their end. Junk around the root goes; entities
/// become characters; prefixes that were never declared mean their well-known namespaces.
/// Linear in the input; what comes out is never nested deeper than ``deepest``.
struct SoupRepair {
    /// One open element.
    struct Open {
        /// As written.
        var name: [UInt8]
        /// In lower case, with and without prefix.
        var full: String
        var local: String
        /// False for elements beyond ``deepest``, of which only the text is kept.
        var isWritten: Bool
        /// How many prefixes were declared when it opened.
        var declared: Int
        /// What it is to the feed.
        var level: SoupRules.Level?
        /// For an element that is never closed: the outermost of those that are not, with nothing between.
        var unclosedFrom: Int?
    }

    /// libxml2 refuses more than 256 levels.
    static let deepest = 200
    /// libxml2 refuses texts of more than 10 MB in one node.
    static let longestText = 9_000_000

    var out: [UInt8] = []
    var at = 0
    var stack: [Open] = []
    /// How often each name is open, so that a flood of stray end tags costs nothing.
    var openCount: [String: Int] = [:]
    /// How many elements are open beyond ``SoupOutline/deepest``.
    var beyond = 0
    /// Where entries are in the stack.
    var entries: [Int] = []
    var outline = SoupOutline()
    private var commentEnd = NextPlace()
    private var sectionEnd = NextPlace()
    private var instructionEnd = NextPlace()
    private let isForSoup: Bool
    var faults = 0
    var hasRoot = false
    var isDone = false
    var entities = EntityTable()
    /// Prefixes in scope, and those used without any declaration.
    var prefixes: [[UInt8]] = [Array("xml".utf8)]
    var missing: [[UInt8]] = []
    /// The same, to be found at once: a hostile document has thousands.
    var isMissing: Set<[UInt8]> = []
    /// Where in `out` the root's declarations go.
    var rootNameEnd = 0
    var textLength = 0

    /// - Parameter isForSoup: whether its tags may be out of order; without, nothing is looked up ahead.
    init(_ input: Span<UInt8>, isForSoup: Bool = true) {
        self.isForSoup = isForSoup
        out.reserveCapacity(input.count + 1024)
    }

    /// Whether nothing had to be mended.
    var isSound: Bool { faults == 0 && entities.faults == 0 }

    mutating func run(_ input: Span<UInt8>) {
        at = RootFinder.start(of: input, &self)
        if isForSoup { outline = SoupOutline(input, from: at) }
        while at < input.count, !isDone {
            if input[at] == 0x3C {
                markup(input)
            } else if stack.isEmpty {
                skipOutside(input)
            } else {
                text(input)
            }
        }
        if isDone { inspectRest(input) }
        if !stack.isEmpty {
            faults += 1
            close(to: 0)
        }
        declareMissing()
    }

    private mutating func skipOutside(_ input: Span<UInt8>) {
        while at < input.count, input[at] != 0x3C {
            if input[at] > 0x20 { faults += 1 }
            at += 1
        }
    }

    private mutating func markup(_ input: Span<UInt8>) {
        let next = at + 1 < input.count ? input[at + 1] : 0
        switch next {
        case 0x21: declaration(input)
        case 0x3F: instruction(input)
        case 0x2F: endTag(input)
        case _ where Self.isNameStart(next): startTag(input)
        default:
            faults += 1
            if !stack.isEmpty { out.append(contentsOf: "&lt;".utf8) }
            at += 1
        }
    }

    private mutating func instruction(_ input: Span<UInt8>) {
        if input.matches("<?xml ", at: at), at > 0 { faults += 1 }
        if let end = instructionEnd.index(of: "?>", in: input, from: at) {
            at = end + 2
        } else {
            faults += 1
            at = input.index(of: 0x3E, from: at).map { $0 + 1 } ?? input.count
        }
    }

    private mutating func declaration(_ input: Span<UInt8>) {
        if input.matches("<!--", at: at) {
            comment(input)
        } else if input.matches("<![CDATA[", at: at, ignoringCase: true) {
            cdata(input)
        } else if stack.isEmpty, input.matches("<!DOCTYPE", at: at, ignoringCase: true) {
            at = entities.readDoctype(input, from: at)
        } else {
            faults += 1
            at = input.index(of: 0x3E, from: at).map { $0 + 1 } ?? input.count
        }
    }

    private mutating func comment(_ input: Span<UInt8>) {
        guard let end = commentEnd.index(of: "-->", in: input, from: at + 2) else {
            faults += 1
            at = input.index(of: 0x3E, from: at).map { $0 + 1 } ?? input.count
            return
        }
        if let dashes = input.index(of: "--", from: at + 4), dashes < end { faults += 1 }
        at = max(end + 3, at + 4)
    }

    private mutating func cdata(_ input: Span<UInt8>) {
        let start = at + 9
        let end: Int
        if let found = sectionEnd.index(of: "]]>", in: input, from: start) {
            end = found
            at = end + 3
        } else {
            // Never closed: it ends with its element, else with the document.
            faults += 1
            end = unclosedEnd(input, from: start)
            at = end
        }
        guard !stack.isEmpty else { return }
        escape(input, start, end)
    }

    private func unclosedEnd(_ input: Span<UInt8>, from start: Int) -> Int {
        guard let name = stack.last?.name else { return input.count }
        var here = start
        while let open = input.index(of: "</", from: here) {
            if open + 2 + name.count <= input.count,
                name.indices.allSatisfy({ input[open + 2 + $0] == name[$0] })
            {
                return open
            }
            here = open + 2
        }
        return input.count
    }

    /// Notes what stands behind the root: comments and white space are no fault.
    private mutating func inspectRest(_ input: Span<UInt8>) {
        while at < input.count {
            if input[at] <= 0x20 {
                at += 1
            } else if input.matches("<!--", at: at), let end = input.index(of: "-->", from: at) {
                at = end + 3
            } else {
                faults += 1
                return
            }
        }
    }

    static func isNameStart(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F || byte == 0x3A || byte >= 0x80
    }

    static func isName(_ byte: UInt8) -> Bool {
        isNameStart(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
    }
}
