import XMLTree

/// Looks names and namespaces of a document up once each, so that readers switch over enums.
final class Vocabulary {
    /// What the names met last mean; two that share a slot only cost time.
    private var names: [(key: UInt, tag: Tag?)] = Array(repeating: (0, nil), count: 256)
    private var namespaces: [(key: UInt, space: Namespace)] = []
    private var nativeURIs: Set<String> = []

    /// Makes the root's namespace the format's native one where nobody knows it.
    func adopt(root: TreeNode) {
        guard let uri = root.namespace, Namespace(uri: uri) == .other else { return }
        adopt(uri: uri)
    }

    /// Makes a namespace that nobody knows the format's native one.
    func adopt(uri: String) {
        nativeURIs.insert(uri)
        namespaces = []
    }

    /// Forgets namespaces: keys are valid only as long as their nodes live.
    func forgetNamespaces() { namespaces.removeAll(keepingCapacity: true) }

    func tag(of node: TreeNode) -> Tag? {
        let key = node.nameKey
        let slot = Int(truncatingIfNeeded: (key >> 3) & 255)
        if names[slot].key == key { return names[slot].tag }
        let tag = Tag.byName[node.name.lowercased()]
        names[slot] = (key, tag)
        return tag
    }

    func namespace(of node: TreeNode) -> Namespace {
        let key = node.namespaceKey
        guard key != 0 else { return .native }
        for known in namespaces where known.key == key { return known.space }
        let uri = node.namespace ?? ""
        let space = uri.isEmpty || nativeURIs.contains(uri) ? .native : known(uri, node)
        namespaces.append((key, space))
        return space
    }

    /// By its URI, else by the prefix that everybody uses for one.
    private func known(_ uri: String, _ node: TreeNode) -> Namespace {
        let space = Namespace(uri: uri)
        guard space == .other, let prefix = node.prefix else { return space }
        return Namespace(prefix: prefix) ?? .other
    }
}
