import CLibXML2

/// One attribute: local name, namespace URI (nil for none) and value.
public struct XMLAttribute: Sendable, Hashable {
    public var name: String
    public var namespace: String?
    public var value: String
}

extension TreeNode {
    /// The value of the first attribute of that local name, whatever its prefix and case of letters.
    public func attribute(_ name: StaticString) -> String? {
        guard let found = unsafe find(name, namespaced: false) else { return nil }
        return unsafe value(of: found)
    }

    /// The value of an attribute of the `xml:` namespace (`base`, `lang`, `space`).
    public func xmlAttribute(_ name: StaticString) -> String? {
        guard let found = unsafe find(name, namespaced: true) else { return nil }
        return unsafe value(of: found)
    }

    /// All attributes in the order they are written; namespace declarations are none.
    public var attributes: [XMLAttribute] {
        var all: [XMLAttribute] = []
        var here = unsafe node.pointee.properties
        while let attribute = unsafe here {
            let space = unsafe attribute.pointee.ns
            all.append(
                XMLAttribute(
                    name: unsafe string(attribute.pointee.name),
                    namespace: unsafe space.map { unsafe string($0.pointee.href) },
                    value: unsafe value(of: attribute)))
            unsafe here = attribute.pointee.next
        }
        return all
    }

    /// The namespace URIs that this element declares.
    public var declaredNamespaces: [String] {
        var all: [String] = []
        var here = unsafe node.pointee.nsDef
        while let space = unsafe here {
            all.append(unsafe string(space.pointee.href))
            unsafe here = space.pointee.next
        }
        return all
    }

    /// The `xml:lang` in force here, nil for none.
    public var language: String? {
        var here: TreeNode? = self
        while let node = here {
            if let language = node.xmlAttribute("lang") { return language }
            here = node.parent
        }
        return nil
    }

    /// The `xml:base` attributes in force here, innermost first; empty for nearly every document.
    public var bases: [String] {
        var all: [String] = []
        var here: TreeNode? = self
        while let node = here {
            if unsafe node.node.pointee.properties != nil, let base = node.xmlAttribute("base") {
                all.append(base)
            }
            here = node.parent
        }
        return all
    }

    /// The attribute of that name: for `namespaced` one of the `xml:` namespace, else one without prefix first.
    private func find(_ name: StaticString, namespaced: Bool) -> xmlAttrPtr? {
        var prefixed: xmlAttrPtr?
        var here = unsafe node.pointee.properties
        while let attribute = unsafe here {
            if unsafe matches(attribute.pointee.name, name) {
                let prefix = unsafe attribute.pointee.ns?.pointee.prefix.map { unsafe string($0) }
                if namespaced ? prefix == "xml" : prefix == nil { return unsafe attribute }
                if !namespaced, unsafe prefixed == nil, prefix != "xml" { unsafe prefixed = attribute }
            }
            unsafe here = attribute.pointee.next
        }
        return unsafe prefixed
    }

    /// Whether two names are equal without regard to the case of ASCII letters.
    private func matches(_ found: UnsafePointer<xmlChar>?, _ wanted: StaticString) -> Bool {
        guard let found = unsafe found else { return false }
        let count = wanted.utf8CodeUnitCount
        for at in 0..<count {
            let left = unsafe found[at]
            let right = unsafe wanted.utf8Start[at]
            guard left == right || (left | 0x20 == right | 0x20 && (0x61...0x7A).contains(left | 0x20)) else {
                return false
            }
        }
        return unsafe found[count] == 0
    }

    private func value(of attribute: xmlAttrPtr) -> String {
        guard let first = unsafe attribute.pointee.children else { return "" }
        if unsafe first.pointee.next == nil, unsafe first.pointee.isText {
            return unsafe string(first.pointee.content)
        }
        var all = ""
        var here: xmlNodePtr? = unsafe first
        while let piece = unsafe here {
            if unsafe piece.pointee.isText { all += unsafe string(piece.pointee.content) }
            unsafe here = piece.pointee.next
        }
        return all
    }
}
