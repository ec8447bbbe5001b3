/// A look at the shape of a document before libxml2 sees it, linear in its length.
///
/// libxml2 2.9 compares every attribute of a tag with every other: one tag of 40,000 attributes takes 19 s and cannot
/// be interrupted. Such tags are refused. Deep nesting is left to the repair, which flattens it.
struct HostileScan {
    struct Findings {
        /// What is wrong, as one sentence; nil when the document may be read.
        var fault: String?
        /// Whether a DOCTYPE declares something of its own.
        var hasInternalSubset = false
    }

    /// More than any real vocabulary has, and still read in no time.
    static let mostAttributes = 1000
    /// DTDs for feeds with all of HTML's entities declare some 250.
    static let mostDeclarations = 5000

    private var findings = Findings()
    private var at = 0
    private var nextClose = NextPlace()
    private var nextBracket = NextPlace()
    private var nextEntity = NextPlace()

    static func run(_ bytes: Span<UInt8>) -> Findings {
        var scan = HostileScan()
        scan.read(bytes)
        return scan.findings
    }

    private mutating func read(_ bytes: Span<UInt8>) {
        while findings.fault == nil {
            guard let open = bytes.index(of: 0x3C, from: at) else { return }
            at = open + 1
            guard at < bytes.count else { return }
            switch bytes[at] {
            case 0x21: declaration(bytes)
            case 0x3F: at = bytes.index(of: 0x3E, from: at) ?? bytes.count
            case 0x2F: break
            default: tag(bytes)
            }
        }
    }

    /// Counts the attributes of the start tag at the cursor by their equals signs outside quotes.
    private mutating func tag(_ bytes: Span<UInt8>) {
        var attributes = 0
        var here = at
        while here < bytes.count {
            let byte = bytes[here]
            here += 1
            if byte == 0x3E { break }
            if byte == 0x3D {
                attributes += 1
            } else if byte == 0x22 || byte == 0x27 {
                // A quote that never ends is an apostrophe in torn markup: read on behind it.
                guard let end = bytes.index(of: byte, from: here) else { continue }
                if attributes > 0 { here = end + 1 }
            }
            if attributes > Self.mostAttributes {
                findings.fault = "a tag carries more than \(Self.mostAttributes) attributes"
                return
            }
        }
        at = here
    }

    private mutating func declaration(_ bytes: Span<UInt8>) {
        if bytes.matches("!--", at: at) {
            at = bytes.index(of: "-->", from: at + 3).map { $0 + 3 } ?? bytes.count
        } else if bytes.matches("![CDATA[", at: at) {
            at = bytes.index(of: "]]>", from: at + 8).map { $0 + 3 } ?? bytes.count
        } else if bytes.matches("!DOCTYPE", at: at, ignoringCase: true) {
            doctype(bytes)
        }
    }

    private mutating func doctype(_ bytes: Span<UInt8>) {
        guard var here = nextBracket.index(of: 0x5B, in: bytes, from: at),
            here < nextClose.index(of: 0x3E, in: bytes, from: at) ?? .max
        else { return }
        findings.hasInternalSubset = true
        let end = bytes.index(of: "]>", from: here) ?? bytes.count
        var declarations = 0
        while let next = nextEntity.index(of: "<!ENTITY", in: bytes, from: here), next < end {
            declarations += 1
            here = next + 8
        }
        if declarations > Self.mostDeclarations {
            findings.fault = "it declares more than \(Self.mostDeclarations) entities"
        }
        at = min(end, bytes.count)
    }
}
