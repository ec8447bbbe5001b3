import CLibXML2

/// Feeds UTF-8 to libxml2's push parser and lets it build the tree, taking out entries as they end.
///
/// The push parser is the faster one (it keeps its input in the processor's caches), and freeing each entry after it
/// was seen keeps the tree there too.
@safe
final class TreeBuilder {
    private var context: xmlParserCtxtPtr?
    private var visitor: (any EntryVisitor)?
    /// Lends the tree to nodes while it grows; it must not free it.
    private var lent: XMLDocument?
    private var needsEntities = false
    private var isFaulty = false
    /// A guess at the bytes that the tree holds beside entries, for the bound on memory.
    private var held = 0
    private let limit: Int
    private let isUTF8: Bool

    private static let start: Void = feedherald_xml_start()
    private static let chunk = 64 << 10

    /// How a reading ended.
    enum Outcome {
        case sound(XMLDocument)
        /// Sound but for entities that a DTD elsewhere declares.
        case needsEntities
        case faulty
    }

    /// Reads strictly, or else (`recovering`) takes what libxml2 makes of the faults.
    ///
    /// - Parameter isUTF8: whether the bytes are known to be UTF-8; what is read without a fault is so too.
    static func build(
        _ bytes: Span<UInt8>, visitor: (any EntryVisitor)?, isUTF8: Bool = false, recovering: Bool = false
    ) -> Outcome {
        _ = start
        let builder = TreeBuilder(
            visitor: visitor, size: bytes.count, isUTF8: isUTF8 && !recovering)
        return builder.run(bytes, recovering: recovering)
    }

    private init(visitor: (any EntryVisitor)?, size: Int, isUTF8: Bool) {
        self.visitor = visitor
        self.isUTF8 = isUTF8
        limit = visitor == nil ? .max : (4 << 20) + size
    }

    private func run(_ bytes: Span<UInt8>, recovering: Bool) -> Outcome {
        var handler = unsafe xmlSAXHandler()
        unsafe feedherald_sax(&handler, onEnd, onReference, onError)
        guard let context = unsafe xmlCreatePushParserCtxt(&handler, nil, nil, 0, nil) else { return .faulty }
        unsafe self.context = context
        unsafe context.pointee._private = Unmanaged.passUnretained(self).toOpaque()
        var options = XML_PARSE_NONET.rawValue | XML_PARSE_COMPACT.rawValue | XML_PARSE_IGNORE_ENC.rawValue
        if recovering { options |= XML_PARSE_RECOVER.rawValue }
        unsafe xmlCtxtUseOptions(context, Int32(bitPattern: options))
        unsafe xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8)
        feed(bytes, recovering: recovering)
        let tree = unsafe context.pointee.myDoc
        unsafe context.pointee.myDoc = nil
        if unsafe context.pointee.wellFormed != 1 { isFaulty = true }
        lent = nil
        unsafe xmlFreeParserCtxt(context)
        unsafe self.context = nil
        guard let tree = unsafe tree else { return .faulty }
        let document = unsafe XMLDocument(owning: tree, isUTF8: isUTF8 && !isFaulty)
        if recovering { return document.root == nil ? .faulty : .sound(document) }
        return isFaulty ? .faulty : needsEntities ? .needsEntities : .sound(document)
    }

    private func feed(_ bytes: Span<UInt8>, recovering: Bool) {
        if recovering {
            feedRaw(bytes)
        } else {
            var sections = unsafe TextSections(
                { [self] chunk in
                    unsafe push(chunk)
                    return !isFaulty
                }, text: isUTF8 ? { [self] text in unsafe append(text) } : nil)
            sections.run(bytes)
        }
        guard recovering || !isFaulty else { return }
        _ = unsafe xmlParseChunk(context, "", 0, 1)
    }

    private func feedRaw(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            var at = 0
            while at < buffer.count {
                let count = min(Self.chunk, buffer.count - at)
                unsafe push(UnsafeBufferPointer(rebasing: buffer[at..<at + count]))
                at += count
            }
        }
    }

    /// Faults come through the error funnel.
    private func push(_ chunk: UnsafeBufferPointer<UInt8>) {
        unsafe chunk.withMemoryRebound(to: CChar.self) { chunk in
            _ = unsafe xmlParseChunk(context, chunk.baseAddress, Int32(chunk.count), 0)
        }
    }

    /// Adds character data to the open element; false when the parser is not there, or not done with what came before.
    private func append(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let context = unsafe context, unsafe context.pointee.instate == XML_PARSER_CONTENT,
            unsafe context.pointee.disableSAX == 0, unsafe context.pointee.node != nil,
            let input = unsafe context.pointee.input, unsafe input.pointee.cur == input.pointee.end
        else { return false }
        unsafe xmlSAX2Characters(context, text.baseAddress, Int32(text.count))
        return true
    }

    /// A reference that libxml2 could not resolve (a DTD elsewhere declares it, or nobody): HTML's names are ours.
    func referenceMet() { needsEntities = true }

    /// Called by libxml2's error funnel; it calls some things errors that are none.
    func errorMet(_ level: xmlErrorLevel, _ code: xmlParserErrors) {
        switch code {
        case XML_WAR_UNDECLARED_ENTITY: needsEntities = true
        case XML_WAR_NS_URI, XML_WAR_NS_URI_RELATIVE: break
        default: if level != XML_ERR_WARNING { isFaulty = true }
        }
    }

    /// Called when an element has ended: entries are visited and freed, floods of empty elements are cut.
    func ended(_ node: xmlNodePtr, depth: Int) {
        guard let visitor else { return }
        unsafe held += cost(of: node)
        let isEntry = unsafe (2...4).contains(depth) && self.isEntry(node)
        if isEntry {
            // Behind a fault all is read anew.
            if !isFaulty || !isUTF8 { unsafe visit(node, visitor) }
            unsafe drop(node)
            held = 0
        } else if held > limit, depth >= 2 {
            unsafe drop(node)
        }
    }

    private func visit(_ node: xmlNodePtr, _ visitor: any EntryVisitor) {
        let document = unsafe lent ?? XMLDocument(lending: context?.pointee.myDoc, isUTF8: isUTF8)
        lent = document
        unsafe visitor.visit(TreeNode(node, in: document))
    }

    /// Frees an element and the white space before it.
    ///
    /// The parser remembers how much room its last text node has; behind a freed element that node must not be one it
    /// would still append to, so the text before goes too.
    private func drop(_ node: xmlNodePtr) {
        if let before = unsafe node.pointee.prev, unsafe before.pointee.isText {
            unsafe xmlUnlinkNode(before)
            unsafe xmlFreeNode(before)
        }
        unsafe xmlUnlinkNode(node)
        unsafe xmlFreeNode(node)
        unsafe context?.pointee.nodemem = 0
        unsafe context?.pointee.nodelen = 0
    }

    private func cost(of node: xmlNodePtr) -> Int {
        var bytes = 250
        var attribute = unsafe node.pointee.properties
        while let here = unsafe attribute {
            bytes += 250
            unsafe attribute = here.pointee.next
        }
        return bytes
    }

    /// Whether the element is an `item` or `entry`, in any case of letters, that is in no other one.
    private func isEntry(_ node: xmlNodePtr) -> Bool {
        guard let name = unsafe node.pointee.name else { return false }
        let first = unsafe lower(name[0])
        guard first == 0x69 || first == 0x65, unsafe name.bytes.span.isEntryName else { return false }
        var around = unsafe node.pointee.parent
        while let parent = unsafe around, unsafe parent.pointee.type == XML_ELEMENT_NODE {
            if let name = unsafe parent.pointee.name, unsafe name.bytes.span.isEntryName { return false }
            unsafe around = parent.pointee.parent
        }
        return true
    }
}

extension Span<UInt8> {
    var isEntryName: Bool {
        (count == 4 && matches("item", at: 0, ignoringCase: true))
            || (count == 5 && matches("entry", at: 0, ignoringCase: true))
    }
}

// The C callbacks: each finds its builder through the context.

private func builder(_ context: UnsafeMutableRawPointer?) -> TreeBuilder? {
    guard let context = unsafe context,
        let object = unsafe context.assumingMemoryBound(to: xmlParserCtxt.self).pointee._private
    else { return nil }
    return unsafe Unmanaged<TreeBuilder>.fromOpaque(object).takeUnretainedValue()
}

private func onEnd(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?,
    _ uri: UnsafePointer<xmlChar>?
) {
    guard let parser = unsafe context?.assumingMemoryBound(to: xmlParserCtxt.self) else { return }
    let node = unsafe parser.pointee.node
    let depth = unsafe Int(parser.pointee.nodeNr)
    unsafe xmlSAX2EndElementNs(context, name, prefix, uri)
    if let node = unsafe node { unsafe builder(context)?.ended(node, depth: depth) }
}

private func onReference(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?) {
    unsafe builder(context)?.referenceMet()
}

private func onError(_ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<xmlError>?) {
    guard let error = unsafe error else { return }
    unsafe builder(context)?.errorMet(
        error.pointee.level, xmlParserErrors(UInt32(bitPattern: error.pointee.code)))
}
