import CLibXML2

extension TreeNode {
    /// All character data below, markup left out, as written.
    public var text: String {
        if let only = unsafe onlyText {
            guard document.isUTF8 else { return unsafe string(only) }
            let bytes = unsafe only.bytes.span
            let isASCII = bytes.firstHighByte(from: 0) == bytes.count
            return unsafe String(copying: UTF8Span(unchecked: bytes, isKnownASCII: isASCII))
        }
        var bytes: [UInt8] = []
        forEachText { text in
            for at in text.indices { bytes.append(text[at]) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The bytes of ``text``, lent for the call.
    public func withText<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        if let only = unsafe onlyText { return unsafe body(only.bytes.span) }
        var text = self.text
        return text.withUTF8 { unsafe body($0.span) }
    }

    /// Whether there is no character data but white space.
    public var isBlank: Bool {
        var blank = true
        forEachText { text in
            for at in text.indices where text[at] > 0x20 { blank = false }
        }
        return blank
    }

    /// The content where the element holds at most one text node and no elements; the empty text counts.
    private var onlyText: UnsafePointer<xmlChar>? {
        guard let first = unsafe node.pointee.children else { return nil }
        guard unsafe first.pointee.next == nil, unsafe first.pointee.isText else { return nil }
        return unsafe UnsafePointer(first.pointee.content)
    }

    /// Calls the body with each piece of character data below, in order.
    func forEachText(_ body: (Span<UInt8>) -> Void) {
        unsafe walk { event in
            if case .text(let pointer) = unsafe event { unsafe body(pointer.bytes.span) }
        }
    }

    /// What a walk through a tree meets.
    @unsafe enum Event {
        case open(TreeNode)
        case close(TreeNode)
        case text(UnsafePointer<xmlChar>)
    }

    /// Walks everything below this element, without recursion, so that depth costs no stack.
    func walk(_ body: (Event) -> Void) {
        var here = unsafe node.pointee.children
        while let current = unsafe here {
            if unsafe current.pointee.isText {
                if let content = unsafe current.pointee.content { unsafe body(.text(UnsafePointer(content))) }
            } else if unsafe current.pointee.type == XML_ELEMENT_NODE {
                unsafe body(.open(TreeNode(current, in: document)))
                if let child = unsafe current.pointee.children {
                    unsafe here = child
                    continue
                }
                unsafe body(.close(TreeNode(current, in: document)))
            }
            unsafe here = next(after: current, body)
        }
    }

    /// The node behind one that is done with, closing the elements that end there.
    private func next(after done: xmlNodePtr, _ body: (Event) -> Void) -> xmlNodePtr? {
        var done = unsafe done
        while unsafe done.pointee.next == nil {
            guard let parent = unsafe done.pointee.parent, unsafe parent != node else { return nil }
            unsafe body(.close(TreeNode(parent, in: document)))
            unsafe done = parent
        }
        return unsafe done.pointee.next
    }
}

extension xmlNode {
    /// Whether the node is character data.
    var isText: Bool { unsafe type == XML_TEXT_NODE || type == XML_CDATA_SECTION_NODE }
}

extension UnsafePointer<xmlChar> {
    /// The C string up to its end.
    var bytes: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(
            start: self, count: strlen(UnsafeRawPointer(self).assumingMemoryBound(to: CChar.self)))
    }
}
