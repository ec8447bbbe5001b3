import CLibXML2

/// Why bytes are no XML document at all, even after repair.
public struct XMLError: Error, Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// Nothing but white space.
        case empty
        /// No element was found.
        case noElement
        /// Built to exhaust a parser: the facts are in the message.
        case hostile
    }

    public var kind: Kind
    /// One line for people, without a full stop.
    public var message: String

    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}

/// A parsed document: the owner of libxml2's tree, seen through ``TreeNode``.
///
/// Not Sendable: one function turns bytes into values, and the tree never leaves it.
@safe
public final class XMLDocument {
    /// Whether the bytes were well-formed XML before any repair.
    public internal(set) var isWellFormed = true
    /// Whether its text is known to be UTF-8, so that strings need not be looked through again.
    let isUTF8: Bool
    private let tree: xmlDocPtr?
    private let isOwner: Bool

    init(owning tree: xmlDocPtr, isUTF8: Bool) {
        unsafe self.tree = tree
        self.isUTF8 = isUTF8
        isOwner = true
    }

    /// A view of a tree that is still being built and freed by its builder.
    init(lending tree: xmlDocPtr?, isUTF8: Bool) {
        unsafe self.tree = tree
        self.isUTF8 = isUTF8
        isOwner = false
    }

    deinit {
        if isOwner { unsafe xmlFreeDoc(tree) }
    }

    /// The root element; nil only for a document that lost it.
    public var root: TreeNode? {
        guard let node = unsafe xmlDocGetRootElement(tree) else { return nil }
        return unsafe TreeNode(node, in: self)
    }

    /// Reads a whole document into a tree, repairing what is ill-formed.
    ///
    /// - Parameters:
    ///   - bytes: the document in any encoding.
    ///   - contentType: the header it was served with, for its charset.
    public static func parse(_ bytes: [UInt8], contentType: String? = nil) throws(XMLError) -> XMLDocument {
        try XMLReading(bytes, contentType: contentType).document(visitor: nil)
    }

    /// Reads a document and hands over each entry (an `item` or `entry` element near the root) as soon as it is
    /// complete; its nodes are freed afterwards, so memory holds one entry at a time.
    ///
    /// The document that is returned lacks those elements.
    public static func parse(
        _ bytes: [UInt8], contentType: String? = nil, visitor: any EntryVisitor
    ) throws(XMLError) -> XMLDocument {
        try XMLReading(bytes, contentType: contentType).document(visitor: visitor)
    }
}

/// What wants to see the entries of a document one by one.
public protocol EntryVisitor: AnyObject {
    /// Called before the first entry, and again when the document must be read anew after a repair: forget all.
    func begin()
    /// Called with each entry in document order; the node and all below it are gone after the call.
    func visit(_ entry: TreeNode)
}
