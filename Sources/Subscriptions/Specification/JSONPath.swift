/// Where a value stands in a file, such as `feeds[3].url`; put into words only for a message, which few values need.
indirect enum JSONPath: CustomStringConvertible, ExpressibleByStringLiteral {
    case root
    case member(of: JSONPath, String)
    case element(of: JSONPath, Int)

    /// A member of the root; the root itself if empty.
    init(stringLiteral name: String) {
        self = name.isEmpty ? .root : .member(of: .root, name)
    }

    func key(_ name: String) -> JSONPath { .member(of: self, name) }
    func item(_ index: Int) -> JSONPath { .element(of: self, index) }

    var description: String {
        switch self {
        case .root: ""
        case .member(.root, let name): name
        case .member(let parent, let name): "\(parent).\(name)"
        case .element(let parent, let index): "\(parent)[\(index)]"
        }
    }
}
