import CLibXML2

extension TreeNode {
    /// The text below as one line: this element holds markup as elements, not as escaped text.
    ///
    /// Block elements part words; script and style go with their text. Nothing is decoded a second time.
    public var plainText: String? {
        var text = PlainText()
        var hiddenDepth = 0
        unsafe walk { event in
            switch unsafe event {
            case .open(let node):
                let name = node.name.lowercased()
                if HTMLNames.hidden.contains(name) { hiddenDepth += 1 }
                if HTMLNames.blocks.contains(name) { text.separate() }
            case .close(let node):
                let name = node.name.lowercased()
                if HTMLNames.hidden.contains(name) { hiddenDepth -= 1 }
                if HTMLNames.blocks.contains(name) { text.separate() }
            case .text(let pointer):
                if hiddenDepth == 0 { unsafe text.append(text: pointer.bytes.span) }
            }
        }
        return text.string
    }

    /// The markup inside as HTML: prefixes and namespace declarations left out, void elements without end tags.
    public var innerMarkup: String {
        var out: [UInt8] = []
        unsafe walk { event in
            switch unsafe event {
            case .open(let node): node.appendStart(to: &out)
            case .close(let node):
                guard !Self.void.contains(node.name) else { return }
                out.append(contentsOf: "</\(node.name)>".utf8)
            case .text(let pointer): unsafe Self.escape(pointer.bytes.span, isAttribute: false, to: &out)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
        "track", "wbr",
    ]

    private func appendStart(to out: inout [UInt8]) {
        out.append(0x3C)
        out.append(contentsOf: name.utf8)
        for attribute in attributes {
            out.append(contentsOf: " \(attribute.name)=\"".utf8)
            var value = attribute.value
            value.withUTF8 { unsafe Self.escape($0.span, isAttribute: true, to: &out) }
            out.append(0x22)
        }
        out.append(0x3E)
    }

    private static func escape(_ text: Span<UInt8>, isAttribute: Bool, to out: inout [UInt8]) {
        var start = 0
        for at in text.indices {
            let replacement: StaticString
            switch text[at] {
            case 0x26: replacement = "&amp;"
            case 0x3C: replacement = "&lt;"
            case 0x3E where !isAttribute: replacement = "&gt;"
            case 0x22 where isAttribute: replacement = "&quot;"
            default: continue
            }
            out.append(text, start, at)
            start = at + 1
            unsafe out.append(
                contentsOf: UnsafeBufferPointer(
                    start: replacement.utf8Start, count: replacement.utf8CodeUnitCount))
        }
        out.append(text, start, text.count)
    }
}
