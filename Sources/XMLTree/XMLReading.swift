/// The way from bytes to a tree: decode, look for hostile shapes, read strictly, else repair and read again.
struct XMLReading {
    private let decoded: DecodedText

    init(_ bytes: [UInt8], contentType: String?) {
        decoded = DecodedText(bytes, charset: ContentType.charset(of: contentType))
    }

    func document(visitor: (any EntryVisitor)?) throws(XMLError) -> XMLDocument {
        let span = decoded.bytes.span.extracting(droppingFirst: decoded.start)
        guard decoded.bytes.contains(where: { $0 > 0x20 }) else {
            throw XMLError(.empty, "the document is empty")
        }
        let findings = HostileScan.run(span)
        if let fault = findings.fault { throw XMLError(.hostile, fault) }
        // A document with its own entities never reaches libxml2's DTD code: the repair expands them itself.
        if findings.hasInternalSubset { return try repaired(span, mayBeSound: true, visitor: visitor) }
        visitor?.begin()
        switch TreeBuilder.build(span, visitor: visitor, isUTF8: decoded.isUTF8) {
        case .sound(let document):
            document.isWellFormed = !decoded.isDamaged
            return document
        case .needsEntities: return try repaired(span, mayBeSound: true, visitor: visitor)
        case .faulty: return try repaired(span, mayBeSound: false, visitor: visitor)
        }
    }

    private func repaired(
        _ span: Span<UInt8>, mayBeSound: Bool, visitor: (any EntryVisitor)?
    ) throws(XMLError) -> XMLDocument {
        var repair = SoupRepair(span)
        repair.run(span)
        guard repair.hasRoot else { throw XMLError(.noElement, "it has no element") }
        visitor?.begin()
        guard
            case .sound(let document) = TreeBuilder.build(repair.out.span, visitor: visitor, recovering: true)
        else { throw XMLError(.noElement, "it has no element") }
        document.isWellFormed = mayBeSound && repair.isSound && !decoded.isDamaged
        return document
    }
}
