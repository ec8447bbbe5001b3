import XMLTree

/// Looks names and namespaces of a document up once each, so that readers switch over enums.
final class Vocabulary {
    private var tags: [UInt: Tag?] = [:]
    private var namespaces: [(key: UInt, space: Namespace)] = []
    private var nativeURI: String?

    /// Makes the root's namespace the format's native one where nobody knows it.
    func adopt(root: TreeNode) {
        guard let uri = root.namespace, Namespace(uri: uri) == .other else { return }
        nativeURI = uri
        namespaces = []
    }

    /// Forgets namespaces: keys are valid only as long as their nodes live.
    func forgetNamespaces() { namespaces.removeAll(keepingCapacity: true) }

    func tag(of node: TreeNode) -> Tag? {
        if let known = tags[node.nameKey] { return known }
        let tag = Tag.byName[node.name.lowercased()]
        tags[node.nameKey] = .some(tag)
        return tag
    }

    func namespace(of node: TreeNode) -> Namespace {
        let key = node.namespaceKey
        guard key != 0 else { return .native }
        for known in namespaces where known.key == key { return known.space }
        let uri = node.namespace ?? ""
        let space = uri.isEmpty || uri == nativeURI ? .native : Namespace(uri: uri)
        namespaces.append((key, space))
        return space
    }
}
