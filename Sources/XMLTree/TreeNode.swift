import CLibXML2

/// An element of a document: a view over libxml2's node that keeps its document alive.
///
/// Nothing is copied before it is asked for. Names are local names; namespaces are URIs.
@safe
public struct TreeNode {
    let node: xmlNodePtr
    let document: XMLDocument

    init(_ node: xmlNodePtr, in document: XMLDocument) {
        unsafe self.node = node
        self.document = document
    }

    /// The local name as written.
    public var name: String {
        unsafe string(node.pointee.name)
    }

    /// The namespace URI as written, nil for none.
    public var namespace: String? {
        guard let space = unsafe node.pointee.ns, let uri = unsafe space.pointee.href else { return nil }
        return unsafe string(uri)
    }

    /// The prefix as written, nil for none.
    public var prefix: String? {
        guard let space = unsafe node.pointee.ns, let prefix = unsafe space.pointee.prefix else { return nil }
        return unsafe string(prefix)
    }

    /// Equal for equal names of one document, so that a reader can look a name up once.
    public var nameKey: UInt { unsafe UInt(bitPattern: node.pointee.name) }

    /// Equal keys mean the same declaration, as long as its node lives; 0 for no namespace.
    public var namespaceKey: UInt { unsafe UInt(bitPattern: node.pointee.ns) }

    /// The element around this one.
    public var parent: TreeNode? {
        guard let parent = unsafe node.pointee.parent, unsafe parent.pointee.type == XML_ELEMENT_NODE else {
            return nil
        }
        return unsafe TreeNode(parent, in: document)
    }

    /// The child elements in document order.
    public var children: Children { Children(of: self) }

    /// The first child of that local name and, where one is given, namespace.
    public func child(_ name: String, in namespace: String? = nil) -> TreeNode? {
        children.first { $0.name == name && (namespace == nil || $0.namespace == namespace) }
    }

    /// Whether there is any child element.
    public var hasChildren: Bool { children.contains { _ in true } }

    /// The child elements of a node, found one by one.
    @safe
    public struct Children: Sequence {
        private let first: xmlNodePtr?
        private let document: XMLDocument

        init(of parent: TreeNode) {
            unsafe first = parent.node.pointee.children
            document = parent.document
        }

        public func makeIterator() -> Iterator { unsafe Iterator(first, document) }

        @safe
        public struct Iterator: IteratorProtocol {
            private var here: xmlNodePtr?
            private let document: XMLDocument

            init(_ start: xmlNodePtr?, _ document: XMLDocument) {
                unsafe here = start
                self.document = document
                settle()
            }

            public mutating func next() -> TreeNode? {
                guard let node = unsafe here else { return nil }
                unsafe here = node.pointee.next
                settle()
                return unsafe TreeNode(node, in: document)
            }

            private mutating func settle() {
                while let node = unsafe here, unsafe node.pointee.type != XML_ELEMENT_NODE {
                    unsafe here = node.pointee.next
                }
            }
        }
    }
}

/// A C string of libxml2 as a value.
func string(_ pointer: UnsafePointer<xmlChar>?) -> String {
    guard let pointer = unsafe pointer else { return "" }
    return unsafe String(decodingCString: pointer, as: UTF8.self)
}
