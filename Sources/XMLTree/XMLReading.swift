/// The way from bytes to a tree: decode, look for hostile shapes, read strictly, else repair and read again.
struct XMLReading {
    private let decoded: DecodedText
    /// Whether the document could be read as it says it is encoded (XML 1.0 §4.3.3).
    private let isAsDeclared: Bool

    init(_ bytes: [UInt8], contentType: String?) {
        let charset = ContentType.charset(of: contentType)
        decoded = DecodedText(bytes, charset: charset)
        isAsDeclared =
            !decoded.isDamaged
            && (charset != nil || Self.isPossible(XMLDeclaration.encoding(in: bytes), decoded))
    }

    /// Whether a declared encoding is one that there is, and no encoding of other units than the document's.
    private static func isPossible(_ label: String?, _ decoded: DecodedText) -> Bool {
        guard let label else { return true }
        guard let encoding = EncodingLabel.resolve(label) else { return false }
        return !decoded.isUTF8 || !(encoding.hasPrefix("UTF-16") || encoding.hasPrefix("UTF-32"))
    }

    func document(visitor: (any EntryVisitor)?) throws(XMLError) -> XMLDocument {
        let span = decoded.bytes.span.extracting(droppingFirst: decoded.start)
        guard decoded.bytes.contains(where: { $0 > 0x20 }) else {
            throw XMLError(.empty, "the document is empty")
        }
        let findings = HostileScan.run(span)
        if let fault = findings.fault { throw XMLError(.hostile, fault) }
        // A document with its own entities never reaches libxml2's DTD code: the repair expands them itself.
        if findings.hasInternalSubset {
            return try repaired(span, mayBeSound: true, isForSoup: true, visitor: visitor)
        }
        visitor?.begin()
        switch TreeBuilder.build(span, visitor: visitor, isUTF8: decoded.isUTF8) {
        case .sound(let document):
            document.isWellFormed = isAsDeclared
            return document
        case .needsEntities: return try repaired(span, mayBeSound: true, isForSoup: false, visitor: visitor)
        case .faulty: return try repaired(span, mayBeSound: false, isForSoup: true, visitor: visitor)
        }
    }

    private func repaired(
        _ span: Span<UInt8>, mayBeSound: Bool, isForSoup: Bool, visitor: (any EntryVisitor)?
    ) throws(XMLError) -> XMLDocument {
        var repair = SoupRepair(span, isForSoup: isForSoup)
        repair.run(span)
        guard repair.hasRoot else { throw XMLError(.noElement, "it has no element") }
        visitor?.begin()
        guard
            case .sound(let document) = TreeBuilder.build(repair.out.span, visitor: visitor, recovering: true)
        else { throw XMLError(.noElement, "it has no element") }
        document.isWellFormed = mayBeSound && repair.isSound && isAsDeclared
        return document
    }
}
