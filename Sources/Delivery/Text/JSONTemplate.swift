import FeedModel

/// A JSON value whose strings are templates; values can never break out of their string.
struct JSONTemplate: Sendable, Hashable {
    private indirect enum Node: Sendable, Hashable {
        case fixed(JSONValue)
        case text(Template)
        case list([Node])
        case object([Pair])
    }

    private struct Pair: Sendable, Hashable {
        var key: String
        var node: Node
    }

    private let root: Node
    /// As written.
    let value: JSONValue

    /// Reads the templates in all strings of a value; keys stay as they are.
    init(_ value: JSONValue, extra: Set<String> = []) throws(Failure) {
        self.value = value
        root = try Self.node(value, TemplateValues.messageNames.union(extra))
    }

    private static func node(_ value: JSONValue, _ extra: Set<String>) throws(Failure) -> Node {
        switch value.kind {
        case .string(let text):
            let template = try Template(text, extra: extra)
            return template.isConstant ? .fixed(value) : .text(template)
        case .array(let items):
            var nodes: [Node] = []
            for item in items { nodes.append(try node(item, extra)) }
            return .list(nodes)
        case .object(let members):
            var pairs: [Pair] = []
            for member in members {
                pairs.append(Pair(key: member.key, node: try node(member.value, extra)))
            }
            return .object(pairs)
        default: return .fixed(value)
        }
    }

    /// Fills the names in; a string that is one name without a value becomes null.
    ///
    /// - Parameter place: how values are escaped inside the strings, beside JSON's own escapes.
    func render(_ values: TemplateValues, place: TextPlace = .plain) -> JSONValue {
        Self.render(root, values, place)
    }

    private static func render(_ node: Node, _ values: TemplateValues, _ place: TextPlace) -> JSONValue {
        switch node {
        case .fixed(let value): return value
        case .text(let template):
            if let name = template.onlyName, values[name] == nil { return .null }
            return .string(template.render(values, place: place))
        case .list(let nodes): return .array(nodes.map { render($0, values, place) })
        case .object(let pairs):
            return .object(pairs.map { JSONMember($0.key, render($0.node, values, place)) })
        }
    }
}
