/// What a value of feeds.json may be; checking, the JSON Schema and the manual page all read it.
public indirect enum ValueKind: Sendable {
    /// Text without control characters; empty only where said.
    case text(mayBeEmpty: Bool)
    /// A URL with one of these schemes and a host.
    case url(schemes: [String])
    /// A feed's address: http, https or file URL, or a path relative to feeds.json.
    case feedAddress
    case path
    /// A duration as text (`15m`) or a number of seconds, at least so many milliseconds.
    case duration(atLeast: Int)
    case integer(ClosedRange<Int>)
    case flag
    case choice([String])
    case list(ValueKind)
    /// One value or a list of them.
    case oneOrMore(ValueKind)
    /// Text, or where to find it: environment, file, command.
    case secret
    /// An object of any keys to values of one kind.
    case map(ValueKind)
    case object(ObjectSpecification)
    /// An object told by the word in one of its keys.
    case tagged(key: String, [(tag: String, ObjectSpecification)])
    case either([ValueKind])
    case json
    /// A regular expression; with a field, `title: …` narrows it.
    case pattern(mayNameField: Bool)
    /// A time of day, `08:00`.
    case timeOfDay
    /// Two times of day, `22:00-07:00`.
    case hours

    /// What is expected, for messages: "a duration such as \"15m\"".
    public var expectation: String {
        switch self {
        case .text: "a text"
        case .url(let schemes): "a URL (\(schemes.joined(separator: ", ")))"
        case .feedAddress: "a feed's address"
        case .path: "a path"
        case .duration: "a duration such as \"15m\" or a number of seconds"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .flag: "true or false"
        case .choice(let words): words.map { "\"\($0)\"" }.joined(separator: " or ")
        case .list: "a list"
        case .oneOrMore(let kind): "\(kind.expectation), or a list of them"
        case .secret: "a text, or {\"env\": NAME}, {\"file\": PATH} or {\"command\": [PROGRAM, ARGUMENT…]}"
        case .map, .object, .tagged: "an object"
        case .either(let kinds): kinds.map(\.expectation).joined(separator: ", or ")
        case .json: "a value"
        case .pattern: "a regular expression"
        case .timeOfDay: "a time of day such as \"08:00\""
        case .hours: "hours such as \"22:00-07:00\""
        }
    }
}

/// One key of an object in feeds.json.
public struct KeySpecification: Sendable {
    public var name: String
    public var kind: ValueKind
    public var isRequired: Bool
    /// One sentence for the manual and the schema.
    public var summary: String

    init(_ name: String, _ kind: ValueKind, _ summary: String, isRequired: Bool = false) {
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
        self.summary = summary
    }
}

/// The keys an object may have.
public struct ObjectSpecification: Sendable {
    /// What the object is, for messages: "a feed".
    public var name: String
    public var keys: [KeySpecification]

    init(_ name: String, _ keys: [KeySpecification]) {
        self.name = name
        self.keys = keys
    }
}
