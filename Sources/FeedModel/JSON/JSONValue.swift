/// A JSON value that keeps the order of its members and, when read from text, where it stood.
public struct JSONValue: Sendable {
    public enum Kind: Sendable {
        case null
        case bool(Bool)
        /// The number as written; see ``JSONValue/double`` and ``JSONValue/int``.
        case number(String)
        case string(String)
        case array([JSONValue])
        case object([JSONMember])
    }

    public var kind: Kind
    /// The byte offset in the text it was read from; -1 for a value made in memory.
    ///
    /// Equality passes it over.
    public var offset: Int32

    public init(_ kind: Kind, offset: Int32 = -1) {
        self.kind = kind
        self.offset = offset
    }
}

/// A key and its value.
public struct JSONMember: Sendable, Hashable {
    public var key: String
    public var value: JSONValue
    /// The byte offset of the key in the text it was read from; -1 when made in memory.
    public var keyOffset: Int32

    public init(_ key: String, _ value: JSONValue, keyOffset: Int32 = -1) {
        self.key = key
        self.value = value
        self.keyOffset = keyOffset
    }

    public static func == (left: JSONMember, right: JSONMember) -> Bool {
        left.key == right.key && left.value == right.value
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(value)
    }
}

extension JSONValue.Kind: Hashable {}

extension JSONValue: Hashable {
    public static func == (left: JSONValue, right: JSONValue) -> Bool { left.kind == right.kind }
    public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

extension JSONValue {
    public static var null: JSONValue { JSONValue(.null) }
    public static func string(_ text: String) -> JSONValue { JSONValue(.string(text)) }
    /// The text, or null where there is none.
    public static func optional(_ text: String?) -> JSONValue { text.map { JSONValue(.string($0)) } ?? .null }
    public static func bool(_ value: Bool) -> JSONValue { JSONValue(.bool(value)) }
    public static func int(_ value: Int) -> JSONValue { JSONValue(.number(String(value))) }
    public static func int(_ value: some BinaryInteger) -> JSONValue { JSONValue(.number(String(value))) }
    public static func array(_ items: [JSONValue]) -> JSONValue { JSONValue(.array(items)) }
    public static func object(_ members: [JSONMember]) -> JSONValue { JSONValue(.object(members)) }

    public var string: String? {
        guard case .string(let text) = kind else { return nil }
        return text
    }

    public var bool: Bool? {
        guard case .bool(let value) = kind else { return nil }
        return value
    }

    /// The number's text as written.
    public var numberText: String? {
        guard case .number(let text) = kind else { return nil }
        return text
    }

    public var double: Double? { numberText.flatMap(Double.init) }

    /// The number if it is whole and fits 64 bits; `1e3` and `2.0` count as whole.
    public var int: Int? {
        guard let text = numberText else { return nil }
        return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
    }

    public var array: [JSONValue]? {
        guard case .array(let items) = kind else { return nil }
        return items
    }

    public var members: [JSONMember]? {
        guard case .object(let members) = kind else { return nil }
        return members
    }

    public var isNull: Bool {
        if case .null = kind { true } else { false }
    }

    /// The value of the last member of that name, nil for another kind of value or when there is none.
    public subscript(key: String) -> JSONValue? {
        members?.last { $0.key == key }?.value
    }

    /// What kind of value it is, for messages: "a string", "an object".
    public var kindName: String {
        switch kind {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    public init(stringLiteral value: String) { self.init(.string(value)) }
    public init(integerLiteral value: Int) { self.init(.number(String(value))) }
    public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
    public init(arrayLiteral elements: JSONValue...) { self.init(.array(elements)) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(.object(elements.map { JSONMember($0.0, $0.1) }))
    }
    public init(nilLiteral: ()) { self.init(.null) }
}
