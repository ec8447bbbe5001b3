import XMLTree

/// Makes links absolute: `xml:base` at every level, then the document's address, then the channel's own link.
struct LinkResolver {
    /// Where the document came from.
    let url: String?
    /// The channel's link, once it is known.
    var channelLink: String?

    init(url: String?) {
        self.url = url.flatMap { URLReference($0).scheme == nil ? nil : $0 }
    }

    /// A URL written in an element, with the base that counts there; nil for the empty text.
    func reference(_ text: String?, in node: TreeNode) -> Reference? {
        guard let text = text?.trimmed else { return nil }
        return Reference(text: text, base: base(of: node))
    }

    /// A URL that is written as an element's attribute, where the empty one means the document itself.
    func base(of node: TreeNode) -> String? {
        let bases = node.bases
        guard !bases.isEmpty else { return url }
        var base = url
        for text in bases.reversed() {
            guard let text = text.trimmed, Self.isFollowable(URLReference(text)) else { continue }
            let reference = URLReference(text)
            if reference.scheme != nil {
                guard reference.authority?.isEmpty == false else { continue }
                base = text
            } else if let outer = base {
                base = reference.resolved(against: URLReference(outer)).text
            } else {
                base = text
            }
        }
        return base
    }

    /// The absolute URL, nil where none can be made or where following it would run a script.
    func absolute(_ reference: Reference?) -> String? {
        guard let reference else { return nil }
        if Self.isPlainWeb(reference.text) { return reference.text }
        var target = URLReference(reference.text)
        guard target.scheme == nil else {
            return Self.isFollowable(target) ? Self.cleaned(reference.text) : nil
        }
        guard let base = absoluteBase(reference.base) else { return nil }
        target = target.resolved(against: base)
        return Self.isFollowable(target) ? Self.cleaned(target.text) : nil
    }

    /// Whether a text is an absolute URL as nearly all are, with nothing to resolve or to clean.
    private static func isPlainWeb(_ text: String) -> Bool {
        let bytes = text.utf8
        return (bytes.starts(with: "https://".utf8) || bytes.starts(with: "http://".utf8))
            && bytes.allSatisfy { $0 >= 0x20 }
    }

    /// Whether a written link leads anywhere.
    static func isUsable(_ text: String) -> Bool { isPlainWeb(text) || isFollowable(URLReference(text)) }

    private func absoluteBase(_ base: String?) -> URLReference? {
        let outer = (url ?? channelLink).map(URLReference.init)
        guard let base else { return outer }
        let own = URLReference(base)
        if own.scheme != nil { return own }
        return outer.map { own.resolved(against: $0) }
    }

    /// Line ends and tabs inside a URL come from wrapped source text.
    private static func cleaned(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 }) else { return text }
        return String(decoding: text.utf8.filter { $0 >= 0x20 }, as: UTF8.self)
    }

    private static let refused: Set<String> = [
        "javascript", "data", "vbscript", "about", "blob", "view-source",
    ]

    /// Whether a person can follow it.
    static func isFollowable(_ reference: URLReference) -> Bool {
        reference.scheme.map { !refused.contains($0) } ?? true
    }
}

extension String {
    /// The text unless it is a URL that would run a script.
    var followable: String? { LinkResolver.isFollowable(URLReference(self)) ? self : nil }
}
